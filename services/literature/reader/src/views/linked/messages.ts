import { defineMessages } from '@almagest/ui/messages';

export const linkedMessages = defineMessages({
  title: { en: 'Zotero and SciX', zh: 'Zotero 与 SciX' },
  why: {
    en: 'Zotero and SciX libraries are imported once a day into one of your collections. The import never changes them. Papers that are removed there are kept here and listed.',
    zh: 'Zotero 和 SciX 文献库每天导入到您的文献集一次。对方文献库不会被修改；在那里删除的内容会保留在此处并列出。',
  },
  loading: { en: 'Loading linked libraries…', zh: '正在加载关联的文献库…' },
  none: { en: 'No linked libraries yet.', zh: '尚无关联的文献库。' },
  linkZotero: { en: 'Link a Zotero library', zh: '关联 Zotero 文献库' },
  key: { en: 'API key of zotero.org', zh: 'zotero.org 的 API 密钥' },
  keyHelp: {
    en: 'Create a key that may read your library, notes and files at zotero.org/settings/keys. It is stored encrypted and never shown.',
    zh: '请在 zotero.org/settings/keys 创建可读取文献库、笔记和文件的密钥。密钥加密保存，不会再显示。',
  },
  linkScix: { en: 'Link a SciX library', zh: '关联 SciX 文献库' },
  scixId: { en: 'Address or id of the library', zh: '文献库的地址或 ID' },
  scixHelp: {
    en: 'Public libraries, and private libraries that this service’s catalog key can read.',
    zh: '公开文献库，以及本服务的文献目录密钥可读取的私有文献库。',
  },
  linkThisScix: { en: 'Link SciX library', zh: '关联该文献库' },
  findLibraries: { en: 'Find libraries', zh: '查找文献库' },
  noLibraries: { en: 'This key has no access to any library.', zh: '此密钥无法打开任何文献库。' },
  library: { en: 'Library', zh: '文献库' },
  link: { en: 'Link', zh: '关联' },
  linked: { en: (name: string) => `${name} is linked.`, zh: (name: string) => `已关联 ${name}。` },
  collection: { en: 'Show papers', zh: '显示文献' },
  refresh: { en: 'Import now', zh: '立即导入' },
  refreshOf: { en: (name: string) => `Import now: ${name}`, zh: (name: string) => `立即导入：${name}` },
  unlink: { en: 'Unlink', zh: '取消关联' },
  unlinkOf: { en: (name: string) => `Unlink ${name}`, zh: (name: string) => `取消关联 ${name}` },
  unlinkWhy: {
    en: 'This deletes the key. Papers, notes, files and the collection are kept.',
    zh: '密钥将被删除。文献、笔记、文件和文献集会保留。',
  },
  unlinked: { en: (name: string) => `${name} is unlinked.`, zh: (name: string) => `已取消关联 ${name}。` },
  importing: { en: (name: string) => `Importing ${name}`, zh: (name: string) => `正在导入 ${name}` },
  never: { en: 'Not imported yet.', zh: '尚未导入。' },
  lastRun: { en: 'Last complete import:', zh: '上次完整导入：' },
  nextRun: { en: 'Next import:', zh: '下次导入：' },
  stopped: { en: 'The last import stopped:', zh: '上次导入中断：' },
  counts: {
    en: (papers: number, changed: number, notes: number, highlights: number, files: number) =>
      `${papers} new papers, ${changed} changed, ${notes} notes, ${highlights} highlights, ${files} files`,
    zh: (papers: number, changed: number, notes: number, highlights: number, files: number) =>
      `新文献 ${papers}，更改 ${changed}，笔记 ${notes}，高亮 ${highlights}，文件 ${files}`,
  },
  problems: { en: (count: number) => `Not imported (${count})`, zh: (count: number) => `未导入（${count}）` },
  removals: {
    en: (count: number) => `Removed there, kept here (${count})`,
    zh: (count: number) => `对方已删除、此处保留（${count}）`,
  },
  dismiss: { en: 'Clear this list', zh: '清空此列表' },
  more: { en: (count: number) => `and ${count} more`, zh: (count: number) => `另有 ${count} 项` },
});
