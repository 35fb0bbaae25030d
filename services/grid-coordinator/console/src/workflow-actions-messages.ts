import { defineMessages } from '@almagest/ui/messages';

export const workflowActionMessages = defineMessages({
  start: { en: 'Start', zh: '启动' },
  resume: { en: 'Resume', zh: '继续' },
  runAgain: { en: 'Run again', zh: '重新运行' },
  pause: { en: 'Pause', zh: '暂停' },
  of: {
    en: (action: string, name: string) => `${action}: ${name}`,
    zh: (action: string, name: string) => `${action}：${name}`,
  },
  started: { en: (name: string) => `${name} is running`, zh: (name: string) => `${name} 正在运行` },
  paused: {
    en: (name: string) => `${name} is paused. Running tasks finish.`,
    zh: (name: string) => `${name} 已暂停：不再分发任务，运行中的任务会完成`,
  },
  askAgain: { en: (name: string) => `Run ${name} again?`, zh: (name: string) => `重新运行 ${name}？` },
  againWhy: {
    en: 'The new run retries failed points. With force_recompute, it recomputes every point.',
    zh: '新的运行遵循配置中的策略：失败的点会重试；设置了 force_recompute 时，所有点都会重新计算。',
  },
});
