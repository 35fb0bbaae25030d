import { defineMessages } from '@almagest/ui/messages';

export const pdfMessages = defineMessages({
  region: { en: 'PDF', zh: '论文 PDF' },
  loading: { en: 'Loading PDF…', zh: '正在加载 PDF…' },
  find: { en: 'Find in the PDF', zh: '在 PDF 中查找' },
  found: {
    en: (current: number, total: number) => (total === 0 ? 'not found' : `${current} of ${total}`),
    zh: (current: number, total: number) => (total === 0 ? '未找到' : `第 ${current} 处，共 ${total} 处`),
  },
  next: { en: 'Next match', zh: '下一处' },
  previous: { en: 'Previous match', zh: '上一处' },
  larger: { en: 'Zoom in', zh: '放大' },
  tint: { en: 'Tint pages', zh: '页面底色' },
  smaller: { en: 'Zoom out', zh: '缩小' },
  page: {
    en: (page: number, pages: number) => `page ${page} of ${pages}`,
    zh: (page: number, pages: number) => `第 ${page} 页，共 ${pages} 页`,
  },
  crop: { en: 'Show in PDF', zh: '原版图像' },
  cropTitle: { en: 'From the PDF', zh: '原版图像' },
  cropOf: {
    en: (what: string, number: string) => `Show in PDF: ${what} ${number}`.trimEnd(),
    zh: (what: string, number: string) => `原版图像：${what} ${number}`.trimEnd(),
  },
  equation: { en: 'formula', zh: '公式' },
  table: { en: 'table', zh: '表' },
  figure: { en: 'figure', zh: '图' },
  showCrop: { en: 'Show the formula or table in the PDF', zh: '显示公式或表格的原版图像' },
  noCrop: {
    en: 'Go to a formula, table or figure first. This works only if the text comes from the PDF.',
    zh: '请先移动到公式、表格或图；仅当正文由 PDF 解析时才知道其原版位置。',
  },
  close: { en: 'Close', zh: '关闭' },
});
