import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

export const failedMessages = defineMessages({
  title: { en: 'Papers without full text', zh: '未取得全文的论文' },
  loading: { en: 'Loading papers…', zh: '正在加载论文…' },
  none: { en: 'No failed downloads or parses.', zh: '没有失败的下载或解析。' },
  number: {
    en: (number: number) => `${counted(number, 'paper')} failed`,
    zh: (number: number) => `${count(number)} 篇失败`,
  },
  all: { en: 'Show all in the library', zh: '在文献库中列出全部' },
  paper: { en: 'Paper', zh: '论文' },
  cause: { en: 'Cause', zh: '原因' },
  todo: { en: 'What to do', zh: '处理办法' },
  actions: { en: 'Actions', zh: '操作' },
  person: {
    en: 'The publisher blocks automatic downloads. Open the paper in your browser, save the PDF and upload it here.',
    zh: '出版商要求人工访问：请在浏览器中打开并保存 PDF，然后在此上传。',
  },
  absent: {
    en: 'No source has the full text. Upload a PDF, or mark the paper as having no full text.',
    zh: '所有来源均无此文：请手动上传，或标记为无全文。',
  },
  passing: { en: 'The problem may be temporary. Try again later.', zh: '可能是暂时的：请稍后重试。' },
  large: {
    en: 'The file is too large. Upload a smaller file.',
    zh: '超过了管理员允许的大小；请上传较小的文件。',
  },
  noPaper: {
    en: 'The download is not a paper. Upload a PDF.',
    zh: '取得的内容不是论文：请手动上传。',
  },
  unreadable: {
    en: 'The file is unreadable. Upload another file, or parse this file again after an upgrade.',
    zh: '文件无法读取：请上传另一个文件，或升级后重新解析。',
  },
  upload: { en: (title: string) => `Upload a PDF: ${title}`, zh: (title: string) => `上传 PDF：${title}` },
  uploadShort: { en: 'Upload a PDF', zh: '上传 PDF' },
  uploaded: { en: (title: string) => `Uploaded the PDF of ${title}.`, zh: (title: string) => `${title} 已有 PDF。` },
  again: { en: (title: string) => `Try again: ${title}`, zh: (title: string) => `重试：${title}` },
  againShort: { en: 'Try again', zh: '重试' },
  got: { en: (title: string) => `${title} now has its full text.`, zh: (title: string) => `${title} 已取得全文。` },
  stillNot: {
    en: (title: string, why: string) => `${title} failed again: ${why}`,
    zh: (title: string, why: string) => `${title} 再次失败：${why}`,
  },
  mark: { en: (title: string) => `No full text: ${title}`, zh: (title: string) => `无全文：${title}` },
  markShort: { en: 'No full text', zh: '无全文' },
  marked: {
    en: (title: string) => `Marked ${title} as having no full text.`,
    zh: (title: string) => `已将 ${title} 标记为无全文。`,
  },
});
