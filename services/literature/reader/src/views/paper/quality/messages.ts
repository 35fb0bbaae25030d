import { defineMessages } from '@almagest/ui/messages';

export const qualityMessages = defineMessages({
  recognise: { en: 'Recognise text (OCR)', zh: '识别文字（OCR）' },
  recogniseAgain: { en: 'Recognise text again (OCR)', zh: '重新识别文字（OCR）' },
  recognised: { en: 'Text recognised.', zh: '文字已识别。' },
  scanned: {
    en: 'This PDF is a scan without text. Text recognition takes a few seconds per page.',
    zh: '该 PDF 为扫描件：页面是没有文字的图像。可在本服务器上识别文字，每页约需数秒。',
  },
  notOffered: {
    en: (why: string) => `This PDF is a scan without text, and ${why}.`,
    zh: (why: string) => `该 PDF 为扫描件：页面是没有文字的图像；${why}。`,
  },
  fromScan: {
    en: (program: string, percent: number) =>
      `${program} recognised this text in a scan with an average word confidence of ${percent} %. Compare formulas, tables and numbers with the PDF.`,
    zh: (program: string, percent: number) =>
      `本文由 ${program} 从扫描件中识别，平均置信度 ${percent} %。公式、表格和数字请与 PDF 核对。`,
  },
  doubtfulPages: {
    en: (pages: string) => `Pages with the lowest confidence: ${pages}.`,
    zh: (pages: string) => `最不确定的页：${pages}。`,
  },
  doubtful: {
    en: (percent: number) => `Recognised with ${percent} % confidence`,
    zh: (percent: number) => `识别置信度 ${percent} %`,
  },
  unreadable: {
    en: (pages: string) =>
      `These pages may contain wrong text: ${pages}. Their fonts draw letters as pictures (Type 3).`,
    zh: (pages: string) => `PDF 的以下页面无法可靠读取：${pages}。其字形为位图（Type 3 字体），文件未说明对应的字符。`,
  },
  unreadableOffer: {
    en: 'To fix them, recognise the text (OCR) in the Paper actions menu.',
    zh: '可在论文菜单中识别文字（OCR）。',
  },
  unknownGlyphs: {
    en: (count: number, fonts: string) =>
      count === 1
        ? `Could not read 1 character in the PDF (${fonts})`
        : `Could not read ${count} characters in the PDF (${fonts})`,
    zh: (count: number, fonts: string) => `PDF 中有 ${count} 个符号无法读取（${fonts}）`,
  },
  unplacedWords: {
    en: (words: number, pages: string, isOnePage: boolean) =>
      `Could not place ${words === 1 ? '1 word' : `${words} words`} of ${isOnePage ? 'page' : 'pages'} ${pages}`,
    zh: (words: number, pages: string) => `第 ${pages} 页有 ${words} 个词未能排入正文`,
  },
  namelessFont: { en: 'an unnamed font', zh: '未命名字体' },
});
