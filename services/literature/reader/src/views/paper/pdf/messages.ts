import { defineMessages } from '@almagest/ui/messages';

export const pdfMessages = defineMessages({
  region: { en: 'The PDF of the paper', zh: '论文 PDF' },
  loading: { en: 'The PDF is being loaded…', zh: '正在加载 PDF…' },
  find: { en: 'Find in the PDF', zh: '在 PDF 中查找' },
  found: {
    en: (current: number, total: number) => (total === 0 ? 'not found' : `${current} of ${total}`),
    zh: (current: number, total: number) => (total === 0 ? '未找到' : `第 ${current} 处，共 ${total} 处`),
  },
  next: { en: 'Next hit', zh: '下一处' },
  previous: { en: 'Previous hit', zh: '上一处' },
  larger: { en: 'Larger', zh: '放大' },
  smaller: { en: 'Smaller', zh: '缩小' },
  page: {
    en: (page: number, pages: number) => `page ${page} of ${pages}`,
    zh: (page: number, pages: number) => `第 ${page} 页，共 ${pages} 页`,
  },
  crop: { en: 'As it is printed', zh: '原版图像' },
  cropOf: {
    en: (what: string, number: string) => `As it is printed: ${what} ${number}`.trimEnd(),
    zh: (what: string, number: string) => `原版图像：${what} ${number}`.trimEnd(),
  },
  equation: { en: 'formula', zh: '公式' },
  table: { en: 'table', zh: '表' },
  figure: { en: 'figure', zh: '图' },
  showCrop: { en: 'Show the formula or table as it is printed', zh: '显示公式或表格的原版图像' },
  noCrop: {
    en: 'Move to a formula, a table or a figure first; it is known where it is printed if the text was read from the PDF.',
    zh: '请先移动到公式、表格或图；仅当正文由 PDF 解析时才知道其原版位置。',
  },
  close: { en: 'Close', zh: '关闭' },
});
