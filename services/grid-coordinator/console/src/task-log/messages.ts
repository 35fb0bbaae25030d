import { defineMessages } from '@almagest/ui/messages';

export const taskLogMessages = defineMessages({
  title: { en: (point: string) => `Engine log of ${point}`, zh: (point: string) => `${point} 的引擎日志` },
  loading: { en: 'Loading log…', zh: '正在加载日志…' },
  none: {
    en: 'No output yet. Nodes send the output of running tasks every few seconds.',
    zh: '还没有输出。节点每隔几秒发送正在运行任务的输出。',
  },
  ended: { en: 'The task has ended. Its log is on the page of the point.', zh: '任务已结束。日志见格点页面。' },
  sent: { en: 'Last output', zh: '最近输出' },
  errors: { en: 'Error output', zh: '错误输出' },
});
