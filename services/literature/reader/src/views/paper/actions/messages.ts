import { defineMessages } from '@almagest/ui/messages';

export const actionMessages = defineMessages({
  more: { en: 'What can be done with the paper', zh: '论文操作' },
  download: { en: 'Download', zh: '下载全文' },
  downloadAgain: { en: 'Download again', zh: '重新下载' },
  parse: { en: 'Parse', zh: '解析' },
  parseAgain: { en: 'Parse again', zh: '重新解析' },
  parseHtml: { en: 'Parse the HTML', zh: '解析 HTML' },
  parsePdf: { en: 'Parse the PDF', zh: '解析 PDF' },
  translate: { en: 'Translate', zh: '翻译' },
  translateAgain: { en: 'Translate again', zh: '重新翻译' },
  uploadPdf: { en: 'Upload a PDF…', zh: '上传 PDF…' },
  uploadHtml: { en: 'Upload HTML…', zh: '上传 HTML…' },
  noResource: { en: 'There is no full text', zh: '没有全文' },
  lookAgain: { en: 'Look for a full text again', zh: '重新查找全文' },
  bibtex: { en: 'Copy as BibTeX', zh: '复制 BibTeX' },
  copied: { en: 'The BibTeX entry is copied.', zh: '已复制 BibTeX 条目。' },
  downloaded: { en: 'The full text is downloaded.', zh: '全文已下载。' },
  notDownloaded: {
    en: (why: string) => `No full text came: ${why}`,
    zh: (why: string) => `未取得全文：${why}`,
  },
  parsed: { en: 'The paper is parsed.', zh: '论文已解析。' },
  translated: { en: 'The paper is translated.', zh: '论文已翻译。' },
  uploaded: { en: 'The file is uploaded. Parse it to read it.', zh: '文件已上传，解析后即可阅读。' },
  marked: { en: 'The paper is marked as having no full text.', zh: '已标记为没有全文。' },
  unmarked: { en: 'The mark is removed.', zh: '标记已移除。' },
  working: {
    en: (what: string) => `${what}: this may take minutes…`,
    zh: (what: string) => `${what}：可能需要几分钟…`,
  },
  parseFailed: { en: (why: string) => `It could not be parsed: ${why}`, zh: (why: string) => `解析失败：${why}` },
});
