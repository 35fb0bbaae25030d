import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

export const graphMessages = defineMessages({
  title: { en: 'Citations between papers', zh: '库内引用关系' },
  loading: { en: 'Loading citations…', zh: '正在读取引用关系…' },
  none: { en: 'No citations found between these papers.', zh: '尚不知这些论文之间有引用关系。' },
  noneHow: {
    en: 'To find citations, parse the papers or open their Citations panels.',
    zh: '论文解析后，或查看过其引用后，即可得知其参考文献。',
  },
  number: {
    en: (papers: number, links: number) =>
      `${counted(papers, 'paper')}, ${counted(links, 'citation')}, oldest on the left`,
    zh: (papers: number, links: number) => `${count(papers)} 篇论文，${count(links)} 条引用；最早者居左`,
  },
  most: {
    en: (shown: number, total: number) => `Showing the ${count(shown)} most cited of ${count(total)} papers.`,
    zh: (shown: number, total: number) => `共 ${count(total)} 篇，仅考察被引最多的 ${count(shown)} 篇。`,
  },
  unknown: {
    en: (number: number) => `${counted(number, 'paper has', 'papers have')} no known references yet.`,
    zh: (number: number) => `${count(number)} 篇论文的参考文献尚未知。`,
  },
  noYear: { en: 'no year', zh: '年份不详' },
  toList: { en: 'Show as a list', zh: '以列表显示这些论文' },
  collection: { en: 'Collection', zh: '文献集' },
  everyPaper: { en: 'whole library', zh: '整个文献库' },
  all: { en: 'include papers without citations', zh: '包括无引用关系的论文' },
  zoom: { en: 'Zoom', zh: '缩放' },
  larger: { en: 'Zoom in', zh: '放大' },
  smaller: { en: 'Zoom out', zh: '缩小' },
  fit: { en: 'Fit', zh: '全部显示' },
  papers: { en: 'Citation graph', zh: '互相引用的论文' },
  cites: {
    en: (cites: number, citedBy: number) => `cites ${count(cites)} and is cited by ${count(citedBy)} of these papers`,
    zh: (cites: number, citedBy: number) => `引用其中 ${count(cites)} 篇，被其中 ${count(citedBy)} 篇引用`,
  },
});
