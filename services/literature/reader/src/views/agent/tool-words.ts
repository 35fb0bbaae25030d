import { defineMessages } from '@almagest/ui/messages';

export const toolMessages = defineMessages({
  search_papers: { en: 'search the sources', zh: '检索文献来源' },
  list_library: { en: 'look through the library', zh: '浏览文献库' },
  read_record: { en: 'read a record', zh: '读取论文信息' },
  read_section: { en: 'read a section', zh: '阅读章节' },
  retrieve_passages: { en: 'find passages', zh: '查找段落' },
  download_paper: { en: 'download a paper', zh: '下载论文' },
  parse_paper: { en: 'read the text of a paper', zh: '解析论文' },
  translate_paper: { en: 'translate a paper', zh: '翻译论文' },
  read_citations: { en: 'read citations', zh: '查看引用' },
  list_notes: { en: 'read notes', zh: '查看笔记' },
  add_note: { en: 'add a note', zh: '添加笔记' },
  ask_figure: { en: 'ask about a figure', zh: '询问图像' },
  query_target: { en: 'look up an object', zh: '查询天体' },
  associate_target: { en: 'link an object', zh: '关联天体' },
  list_targets: { en: 'list objects', zh: '列出天体' },
  extract_targets: { en: 'find object names', zh: '查找天体名称' },
  link_targets: { en: 'link the objects of a paper', zh: '关联论文中的天体' },
  export_bibtex: { en: 'export BibTeX', zh: '导出 BibTeX' },
  ask_user: { en: 'ask you', zh: '向您提问' },
  subagent: { en: 'start a helper', zh: '启动子智能体' },
});

type Tool = keyof typeof toolMessages;

/** Requests for permission that name the paper, and the object if there is one. */
export const permissionMessages = defineMessages({
  add_note: { en: (paper: string) => `Add a note to “${paper}”?`, zh: (paper: string) => `为“${paper}”添加笔记？` },
  download_paper: { en: (paper: string) => `Download “${paper}”?`, zh: (paper: string) => `下载“${paper}”？` },
  parse_paper: { en: (paper: string) => `Read the text of “${paper}”?`, zh: (paper: string) => `解析“${paper}”？` },
  translate_paper: { en: (paper: string) => `Translate “${paper}”?`, zh: (paper: string) => `翻译“${paper}”？` },
  ask_figure: {
    en: (paper: string) => `Ask a model about a figure of “${paper}”?`,
    zh: (paper: string) => `向模型询问“${paper}”中的图像？`,
  },
  associate_target: {
    en: (paper: string, object: string) => `Link ${object} to “${paper}”?`,
    zh: (paper: string, object: string) => `将 ${object} 关联到“${paper}”？`,
  },
  link_targets: {
    en: (paper: string) => `Link the objects named in “${paper}”?`,
    zh: (paper: string) => `关联“${paper}”中提到的天体？`,
  },
});

type Asking = keyof typeof permissionMessages;

/** Returns the words for a tool. A tool without words keeps its name. */
export function toolInWords(words: Readonly<Record<Tool, string>>, tool: string): string {
  return Object.hasOwn(words, tool) ? words[tool as Tool] : tool;
}

/** Returns true for tools whose request names a paper. */
export function asksAboutPaper(tool: string): tool is Asking {
  return Object.hasOwn(permissionMessages, tool);
}
