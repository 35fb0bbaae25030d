import { defineMessages } from '@almagest/ui/messages';

export const accountMessages = defineMessages({
  signIn: { en: 'Sign in', zh: '登录' },
  userName: { en: 'User name', zh: '用户名' },
  password: { en: 'Password', zh: '密码' },
  useToken: { en: 'Use a token or key', zh: '使用令牌或密钥' },
  usePassword: { en: 'Use a password', zh: '使用密码' },
  signedInAs: { en: (name: string) => `Signed in as ${name}`, zh: (name: string) => `已登录：${name}` },
  title: { en: 'Accounts', zh: '账户' },
  account: { en: 'My account', zh: '我的账户' },
  groups: { en: 'Groups', zh: '群组' },
  people: { en: 'People', zh: '用户' },
  ownData: { en: 'My data', zh: '我的数据' },
  ownDataWhy: {
    en: 'Your notes, tags, collections, searches, alerts, answers and sessions as one JSON file.',
    zh: '您的笔记、标签、文献集、检索、提醒、回答和会话，保存为一个 JSON 文件。',
  },
  exportOwnData: { en: 'Export my data', zh: '导出我的数据' },
  audit: { en: 'Audit log', zh: '审计日志' },
});
