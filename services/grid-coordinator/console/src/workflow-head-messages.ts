import { defineMessages } from '@almagest/ui/messages';

export const workflowHeadMessages = defineMessages({
  workflows: { en: 'Workflows', zh: '工作流' },
  pages: { en: (name: string) => `Pages of ${name}`, zh: (name: string) => `${name} 的页面` },
  progress: { en: 'Progress', zh: '进度' },
  points: { en: 'Points', zh: '点' },
  map: { en: 'Map', zh: '地图' },
  configuration: { en: 'Configuration', zh: '配置' },
});
