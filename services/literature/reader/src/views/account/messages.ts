import { defineMessages } from '@almagest/ui/messages';

export const accountMessages = defineMessages({
  signIn: { en: 'Sign in', zh: '登录' },
  userName: { en: 'User name', zh: '用户名' },
  password: { en: 'Password', zh: '密码' },
  useToken: { en: 'Use a token or key', zh: '使用令牌或密钥' },
  usePassword: { en: 'Use a password', zh: '使用密码' },
  signedInAs: { en: (name: string) => `Signed in as ${name}`, zh: (name: string) => `已登录：${name}` },
});
