import { defineMessages } from '@almagest/ui/messages';

export const shellMessages = defineMessages({
  navigation: { en: 'Console', zh: '控制台' },
  overview: { en: 'Overview', zh: '总览' },
  nodes: { en: 'Nodes', zh: '节点' },
  seeds: { en: 'Seeds', zh: '种子' },
  newWorkflow: { en: 'New workflow', zh: '新建工作流' },
});
