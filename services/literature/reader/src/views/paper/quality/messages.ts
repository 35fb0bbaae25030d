import { defineMessages } from '@almagest/ui/messages';

export const qualityMessages = defineMessages({
  recognise: { en: 'Recognise the text (OCR)', zh: '识别文字（OCR）' },
  recogniseAgain: { en: 'Recognise the text again (OCR)', zh: '重新识别文字（OCR）' },
  recognised: { en: 'The text is recognised.', zh: '文字已识别。' },
  scanned: {
    en: 'The PDF is a scan: its pages are images without text. Its text can be recognised on this server, which takes some seconds a page.',
    zh: '该 PDF 为扫描件：页面是没有文字的图像。可在本服务器上识别文字，每页约需数秒。',
  },
  notOffered: {
    en: (why: string) => `The PDF is a scan: its pages are images without text, and ${why}.`,
    zh: (why: string) => `该 PDF 为扫描件：页面是没有文字的图像；${why}。`,
  },
  fromScan: {
    en: (program: string, percent: number) =>
      `This text was recognised in a scan by ${program}, which is ${percent} % sure of its words on average. Compare formulas, tables and numbers with the PDF.`,
    zh: (program: string, percent: number) =>
      `本文由 ${program} 从扫描件中识别，平均置信度 ${percent} %。公式、表格和数字请与 PDF 核对。`,
  },
  doubtfulPages: {
    en: (pages: string) => `Least sure are pages ${pages}.`,
    zh: (pages: string) => `最不确定的页：${pages}。`,
  },
  doubtful: {
    en: (percent: number) => `Recognised with a confidence of ${percent} %`,
    zh: (percent: number) => `识别置信度 ${percent} %`,
  },
  unreadable: {
    en: (pages: string) =>
      `The text of these pages of the PDF cannot be read reliably: ${pages}. Their letters are pictures (Type 3 fonts), and the file does not say which letters they are.`,
    zh: (pages: string) => `PDF 的以下页面无法可靠读取：${pages}。其字形为位图（Type 3 字体），文件未说明对应的字符。`,
  },
  unreadableOffer: {
    en: 'The menu of the paper can have them recognised (OCR).',
    zh: '可在论文菜单中识别文字（OCR）。',
  },
  unknownGlyphs: {
    en: (count: number, fonts: string) =>
      count === 1
        ? `1 sign of the PDF could not be read (${fonts})`
        : `${count} signs of the PDF could not be read (${fonts})`,
    zh: (count: number, fonts: string) => `PDF 中有 ${count} 个符号无法读取（${fonts}）`,
  },
  namelessFont: { en: 'a font without a name', zh: '未命名字体' },
});
