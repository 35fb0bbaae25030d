import { defineMessages } from '@almagest/ui/messages';

export const styleMessages = defineMessages({
  title: { en: 'Citation styles', zh: '引文样式' },
  why: {
    en: 'Upload a CSL file (.csl), then save the selected papers as a bibliography in this style.',
    zh: '上传 CSL 文件（.csl），然后将所选论文按此样式保存为参考文献。',
  },
  none: { en: 'No citation styles yet.', zh: '尚无引文样式。' },
  loading: { en: 'Loading citation styles…', zh: '正在加载引文样式…' },
  text: { en: 'Text', zh: '文本' },
  html: { en: 'HTML', zh: 'HTML' },
  saveIn: {
    en: (format: string, title: string) => `${format}: ${title}`,
    zh: (format: string, title: string) => `${format}：${title}`,
  },
  upload: { en: 'Upload style', zh: '上传样式' },
  uploaded: { en: (title: string) => `Style uploaded: ${title}`, zh: (title: string) => `已上传样式：${title}` },
  delete: { en: 'Delete', zh: '删除' },
  deleteOf: { en: (title: string) => `Delete: ${title}`, zh: (title: string) => `删除：${title}` },
  deleted: { en: 'Style deleted.', zh: '已删除样式。' },
  close: { en: 'Close', zh: '关闭' },
});
