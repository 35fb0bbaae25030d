import { defineMessages } from '@almagest/ui/messages';

export const shellMessages = defineMessages({
  navigation: { en: 'Console', zh: '控制台' },
  overview: { en: 'Overview', zh: '总览' },
  nodes: { en: 'Nodes', zh: '节点' },
  seeds: { en: 'Seeds', zh: '种子' },
  account: { en: (name: string) => `Account of ${name}`, zh: (name: string) => `${name} 的账户` },
  newWorkflow: { en: 'New workflow', zh: '新建工作流' },
});
