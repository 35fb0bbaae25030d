import { defineMessages } from '@almagest/ui/messages';

export const mailMessages = defineMessages({
  title: { en: 'Mail', zh: '邮件' },
  none: {
    en: 'Enter an address to get new papers from your alerts by mail.',
    zh: '输入邮箱地址，以便通过邮件接收提醒的新论文。',
  },
  unconfirmed: {
    en: (address: string) => `Open the link in the mail to ${address} to confirm the address.`,
    zh: (address: string) => `请打开发送到 ${address} 的邮件中的链接以确认地址。`,
  },
  notSent: {
    en: (address: string) => `New papers will be mailed to ${address}.`,
    zh: (address: string) => `新论文将发送到 ${address}。`,
  },
  sent: {
    en: (address: string) => `Last mail to ${address}:`,
    zh: (address: string) => `最近一封发往 ${address} 的邮件：`,
  },
  failed: { en: (why: string) => `Could not send the mail: ${why}.`, zh: (why: string) => `邮件发送失败：${why}。` },
  next: { en: 'Next attempt', zh: '下次尝试：' },
  givenUp: { en: 'Save the address to try again.', zh: '保存地址以重试。' },
  address: { en: 'Address', zh: '地址' },
  schedule: { en: 'At most', zh: '最多' },
  daily: { en: 'daily', zh: '每天' },
  weekly: { en: 'weekly', zh: '每周' },
  save: { en: 'Save', zh: '保存' },
  saved: { en: 'Saved.', zh: '已保存。' },
  confirm: { en: 'Saved. A mail with a link to confirm the address is on its way.', zh: '已保存。确认邮件即将送达。' },
  stop: { en: 'Stop mail', zh: '停止邮件' },
  stopped: { en: 'Stopped. The address was deleted.', zh: '已停止，地址已删除。' },
  ofAlert: { en: (name: string) => `Mail for ${name}`, zh: (name: string) => `${name} 的邮件` },
  byDefault: { en: 'mail at the interval above', zh: '邮件：按上方设置' },
  mailDaily: { en: 'mail daily', zh: '邮件：每天' },
  mailWeekly: { en: 'mail weekly', zh: '邮件：每周' },
  noMail: { en: 'no mail', zh: '不发邮件' },
});
