import { defineMessages } from '@almagest/ui/messages';

export const loginMessages = defineMessages({
  title: { en: 'Sign in', zh: '登录' },
  about: { en: 'Grid coordinator console', zh: '网格协调服务的控制台。' },
  ended: { en: 'Your session has ended. Sign in to continue.', zh: '会话已结束。登录后将回到刚才的页面。' },
  username: { en: 'User name', zh: '用户名' },
  password: { en: 'Password', zh: '密码' },
  useToken: { en: 'Sign in as the built-in administrator', zh: '以内置管理员登录' },
  hint: {
    en: 'For the user admin, the password is the administrator token unless ADMIN_PASSWORD is set. On the coordinator machine, npm start shows where the token is.',
    zh: '除非设置了 ADMIN_PASSWORD，用户 admin 的密码就是管理员令牌。在运行协调服务的机器上，npm start 会说明它在哪里。',
  },
});
