import { defineMessages } from '@almagest/ui/messages';

export const citationMessages = defineMessages({
  loading: { en: 'Loading citations…', zh: '正在查询文献目录…' },
  references: { en: 'References', zh: '参考文献' },
  citations: { en: 'Cited by', zh: '被引' },
  total: { en: (n: number) => `${n} in the catalog`, zh: (n: number) => `文献目录中有 ${n} 篇` },
  cited: { en: (n: number) => (n === 1 ? 'cited once' : `cited ${n} times`), zh: (n: number) => `被引 ${n} 次` },
  none: { en: 'No papers found in the catalog.', zh: '文献目录中没有记录。' },
  more: { en: 'Show more', zh: '显示更多' },
  direction: { en: 'Direction', zh: '方向' },
  cited_paper: { en: 'Cited paper', zh: '被引论文' },
  unknown: { en: 'This reference is not in the catalog.', zh: '文献目录无法确定这是哪篇论文。' },
  notAsked: {
    en: (why: string) => `The catalog request failed: ${why}`,
    zh: (why: string) => `无法查询文献目录：${why}`,
  },
  toReference: { en: 'Go to reference', zh: '前往参考文献' },
  searchIt: { en: 'Search the sources', zh: '在来源中检索' },
  inLibrary: { en: 'in the library', zh: '已入库' },
  noAbstract: { en: 'No abstract available.', zh: '来源没有提供摘要。' },
  open: { en: 'Open', zh: '打开' },
  fetch: { en: 'Save', zh: '收藏' },
  fetching: { en: 'Saving…', zh: '正在下载…' },
  fetched: { en: 'Added the paper with its full text.', zh: '论文及全文已入库。' },
  kept: { en: 'Added the paper. Could not download its full text.', zh: '论文已入库，但未取得全文。' },
  close: { en: 'Close', zh: '关闭' },
});
