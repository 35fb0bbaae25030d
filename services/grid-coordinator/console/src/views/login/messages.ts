import { defineMessages } from '@almagest/ui/messages';

export const loginMessages = defineMessages({
  title: { en: 'Sign in', zh: '登录' },
  about: { en: 'The console of the grid coordinator.', zh: '网格协调服务的控制台。' },
  ended: { en: 'Your session has ended. Sign in to go on where you were.', zh: '会话已结束。登录后将回到刚才的页面。' },
  username: { en: 'User name', zh: '用户名' },
  password: { en: 'Password', zh: '密码' },
  hint: {
    en: 'Unless ADMIN_PASSWORD is set, the password is the administrator token. On the machine that runs the coordinator, npm start says where it is.',
    zh: '除非设置了 ADMIN_PASSWORD，密码就是管理员令牌。在运行协调服务的机器上，npm start 会说明它在哪里。',
  },
});
