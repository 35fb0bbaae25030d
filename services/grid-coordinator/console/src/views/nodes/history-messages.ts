import { defineMessages } from '@almagest/ui/messages';

export const historyMessages = defineMessages({
  title: { en: 'Over time', zh: '随时间变化' },
  period: { en: 'Period', zh: '时段' },
  day: { en: 'last day', zh: '最近一天' },
  week: { en: 'last week', zh: '最近一周' },
  loading: { en: 'Loading history…', zh: '正在加载历史…' },
  none: { en: 'No history yet. The first values appear after five minutes.', zh: '还没有历史。五分钟后显示最初的值。' },
  slots: { en: 'Slots', zh: '槽位' },
  used: { en: 'in use', zh: '使用中' },
  load: { en: 'load', zh: '负载' },
  allowed: { en: 'allowed', zh: '允许' },
  tasks: {
    en: (minutes: number) => `Tasks ended per ${minutes} min`,
    zh: (minutes: number) => `每 ${minutes} 分钟结束的任务`,
  },
  completed: { en: 'completed', zh: '已完成' },
  failed: { en: 'failed', zh: '失败' },
  cpu: { en: 'CPU load (%)', zh: 'CPU 负载（%）' },
  memory: { en: 'Memory in use (%)', zh: '内存占用（%）' },
});
