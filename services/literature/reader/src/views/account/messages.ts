import { defineMessages } from '@almagest/ui/messages';

export const accountMessages = defineMessages({
  signIn: { en: 'Sign in', zh: '登录' },
  userName: { en: 'User name', zh: '用户名' },
  password: { en: 'Password', zh: '密码' },
  useToken: { en: 'Use a token or key', zh: '使用令牌或密钥' },
  usePassword: { en: 'Use a password', zh: '使用密码' },
  setPassword: { en: 'Set password', zh: '设置密码' },
  welcome: { en: (name: string) => `Welcome, ${name}`, zh: (name: string) => `欢迎，${name}` },
  newPassword: { en: 'New password (at least 12 characters)', zh: '新密码（至少 12 个字符）' },
  loading: { en: 'Loading invitation…', zh: '正在加载邀请…' },
  signedInAs: { en: (name: string) => `Signed in as ${name}`, zh: (name: string) => `已登录：${name}` },
});
