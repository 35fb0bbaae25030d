import type { Merge } from '@almagest/contracts/literature';
import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

export const duplicateMessages = defineMessages({
  title: { en: 'Possible duplicates', zh: '可能重复的论文' },
  loading: { en: 'Looking for duplicates…', zh: '正在查找重复…' },
  none: { en: 'No duplicates found.', zh: '文献库中没有疑似重复的论文。' },
  number: {
    en: (number: number) => counted(number, 'possible duplicate'),
    zh: (number: number) => `${count(number)} 对论文可能重复`,
  },
  pairs: { en: 'Pairs', zh: '疑似重复' },
  because: { en: 'Same', zh: '二者相同之处：' },
  identifier: { en: 'identifier', zh: '标识符' },
  file: { en: 'file', zh: '文件' },
  titleReason: { en: 'title and first author', zh: '标题与第一作者' },
  compare: {
    en: (one: string, other: string) => `${one} and ${other}`,
    zh: (one: string, other: string) => `${one} 与 ${other}`,
  },
  field: { en: 'Field', zh: '字段' },
  older: { en: 'Added first', zh: '先入库' },
  newer: { en: 'Added later', zh: '后入库' },
  paperTitle: { en: 'Title', zh: '标题' },
  authors: { en: 'Authors', zh: '作者' },
  year: { en: 'Year', zh: '年份' },
  journal: { en: 'Journal', zh: '期刊' },
  doi: { en: 'DOI', zh: 'DOI' },
  preprint: { en: 'Preprint', zh: '预印本' },
  code: { en: 'Code', zh: '编码' },
  text: { en: 'Full text', zh: '全文' },
  yes: { en: 'available', zh: '有' },
  differs: { en: 'different', zh: '不同' },
  choose: {
    en: 'Select a value to keep it. Otherwise the catalog’s value is kept.',
    zh: '选择要保留的值；未选择时以目录的数据为准。',
  },
  keepThis: { en: 'Merge into this paper', zh: '合并到此篇' },
  keepThisOf: { en: (code: string) => `Merge into this paper: ${code}`, zh: (code: string) => `合并到此篇：${code}` },
  apart: { en: 'Not duplicates', zh: '它们是不同的论文' },
  apartOf: {
    en: (one: string, other: string) => `Not duplicates: ${one} and ${other}`,
    zh: (one: string, other: string) => `它们是不同的论文：${one} 与 ${other}`,
  },
  keptApart: { en: 'Marked as different papers.', zh: '已保持分开。' },
  merged: {
    en: (title: string) => `Merged into ${title}, with the notes, tags and collections of both.`,
    zh: (title: string) => `已合并。${title} 包含两者的笔记、标签与文献集。`,
  },
  more: { en: 'Show more pairs', zh: '显示更多' },
  merges: { en: 'Merged in the last 30 days', zh: '最近 30 天的合并' },
  into: { en: 'Paper', zh: '保留的论文' },
  was: { en: 'Merged paper', zh: '被合并的论文' },
  cause: { en: 'Merged by', zh: '合并方式' },
  by: {
    en: (cause: Merge['cause']) => ({ user: 'you', import: 'an import', source: 'a source' })[cause],
    zh: (cause: Merge['cause']) => ({ user: '手动', import: '导入', source: '数据源' })[cause],
  },
  when: { en: 'Merged on', zh: '时间' },
  actions: { en: 'Actions', zh: '操作' },
  undo: { en: 'Undo', zh: '撤销' },
  undoOf: { en: (code: string) => `Undo: ${code}`, zh: (code: string) => `撤销：${code}` },
  undone: { en: 'Restored both papers.', zh: '两篇论文已恢复。' },
});
