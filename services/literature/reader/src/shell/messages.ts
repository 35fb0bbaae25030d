import { defineMessages } from '@almagest/ui/messages';

export const shellMessages = defineMessages({
  navigation: { en: 'Reader', zh: '阅读器' },
  library: { en: 'Library', zh: '文献库' },
  add: { en: 'Add papers', zh: '添加论文' },
  find: { en: 'Search the library', zh: '检索文献库' },
  alerts: { en: 'Alerts', zh: '提醒' },
  notes: { en: 'Notes', zh: '笔记' },
  search: { en: 'Search', zh: '检索' },
  ask: { en: 'Ask', zh: '提问' },
  agent: { en: 'Agent', zh: '智能体' },
  sync: { en: 'Sync', zh: '同步' },
  synchronisation: { en: 'Synchronisation', zh: '同步' },
  guarded: { en: 'This library requires a token', zh: '此文献库受令牌保护' },
  enterToken: { en: 'Enter token', zh: '输入令牌' },
  token: { en: 'API token', zh: 'API 令牌' },
  open: { en: 'Open', zh: '打开' },
});
