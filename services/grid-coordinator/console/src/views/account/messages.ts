import { defineMessages } from '@almagest/ui/messages';

export const accountPageMessages = defineMessages({
  title: { en: 'Accounts', zh: '账户' },
  account: { en: 'My account', zh: '我的账户' },
  people: { en: 'People', zh: '用户' },
  audit: { en: 'Audit log', zh: '审计日志' },
});
