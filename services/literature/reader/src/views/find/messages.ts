import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

export const findMessages = defineMessages({
  title: { en: 'Search the library', zh: '检索文献库' },
  words: { en: 'Words', zh: '词语' },
  find: { en: 'Search', zh: '检索' },
  in: { en: 'In', zh: '范围' },
  everything: { en: 'everything', zh: '全部' },
  record: { en: 'metadata', zh: '题录' },
  text: { en: 'texts', zh: '正文' },
  translation: { en: 'translations', zh: '译文' },
  note: { en: 'notes', zh: '笔记' },
  hint: {
    en: 'Find papers that contain all words. Use "a phrase", prefix* or -exclude.',
    zh: '检索文献库的题录、正文、译文和笔记。所有词须出现在同一处；支持 "短语"、开头* 和 -排除词。',
  },
  loading: { en: 'Searching the library…', zh: '正在检索文献库…' },
  none: { en: 'No matches. Try fewer or different words.', zh: '文献库中没有同时包含这些词的位置。' },
  found: {
    en: (number: number) => `${counted(number, 'paper')}, best match first`,
    zh: (number: number) => `${count(number)} 篇，按相关度排列`,
  },
  foundByYear: {
    en: (number: number) => `${counted(number, 'paper')}, by year`,
    zh: (number: number) => `${count(number)} 篇，按年份排列`,
  },
  didYouMean: { en: 'Did you mean', zh: '您是否要找：' },
  searchCatalog: { en: 'Search the catalog for these words', zh: '在文献目录中检索这些词' },
  dropped: {
    en: (words: string, rest: string) => `No matches for “${words}”. Showing results for “${rest}”.`,
    zh: (words: string, rest: string) => `文献库中没有“${words}”。以下是“${rest}”的结果。`,
  },
  incomplete: {
    en: 'Too many matches to rank them all. Add words to narrow the search.',
    zh: '这些词过于常见，未能对所有位置排序。请增加检索词。',
  },
  more: { en: 'Show more papers', zh: '显示更多' },
  results: { en: 'Search results', zh: '检索到的论文' },
  morePlaces: {
    en: (number: number) => `and ${counted(number, 'more match', 'more matches')} in this paper`,
    zh: (number: number) => `该论文中另有 ${number} 处`,
  },
  titleField: { en: 'title', zh: '标题' },
  authors: { en: 'authors', zh: '作者' },
  keywords: { en: 'keywords', zh: '关键词' },
  abstract: { en: 'abstract', zh: '摘要' },
  identifier: { en: 'identifier', zh: '标识符' },
  ofRecord: { en: 'metadata', zh: '题录' },
  ofText: { en: 'text', zh: '正文' },
  ofTranslation: { en: 'translation', zh: '译文' },
  ofNote: { en: 'note', zh: '笔记' },
  others: { en: ' and others', zh: ' 等' },
});

export const filterMessages = defineMessages({
  filters: { en: 'Filters', zh: '筛选' },
  sort: { en: 'Sort by', zh: '排序' },
  relevance: { en: 'relevance', zh: '相关度' },
  year_desc: { en: 'newest first', zh: '最新在前' },
  year_asc: { en: 'oldest first', zh: '最早在前' },
  any: { en: 'any', zh: '任意' },
  year: { en: 'Year', zh: '年份' },
  author: { en: 'Author', zh: '作者' },
  collection: { en: 'Collection', zh: '文献集' },
  tag: { en: 'Tag', zh: '标签' },
  has_full_text: { en: 'Full text', zh: '全文' },
  yes: { en: 'yes', zh: '有' },
  no: { en: 'no', zh: '无' },
});
