import { defineMessages } from '@almagest/ui/messages';

export const shelfMessages = defineMessages({
  shelf: { en: 'In your library', zh: '在文献库中' },
  star: { en: 'Star', zh: '星标' },
  state: { en: 'Reading state', zh: '阅读状态' },
  nextState: { en: 'Change reading state', zh: '切换阅读状态' },
  tags: { en: 'Tags…', zh: '标签…' },
  collect: { en: 'Add to collection…', zh: '归集…' },
  bibtex: { en: 'Copy BibTeX', zh: '复制 BibTeX' },
  citation: { en: 'Copy citation', zh: '复制引文' },
  citationCopied: { en: 'Citation copied.', zh: '已复制引文。' },
  key: { en: 'Citation key', zh: '引用键' },
  saveKey: { en: 'Save', zh: '保存' },
  close: { en: 'Close', zh: '关闭' },
  keySaved: { en: (key: string) => `Citation key is now ${key}.`, zh: (key: string) => `引用键已改为 ${key}。` },
  aliases: {
    en: (keys: string) => `With biblatex, documents can still cite ${keys}.`,
    zh: (keys: string) => `使用 biblatex 的文档仍可引用 ${keys}。`,
  },
  publisher: { en: 'Open at publisher', zh: '在出版商网站打开' },
  add: { en: 'Add to library', zh: '加入文献库' },
  added: { en: 'Added to the library.', zh: '已加入文献库。' },
});
