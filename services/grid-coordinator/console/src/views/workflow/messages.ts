import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

export const workflowMessages = defineMessages({
  proposals: { en: 'Propose points', zh: '在失败点与已收敛点之间建议新点' },
  loading: { en: 'Loading workflow…', zh: '正在统计各点…' },
  beingMade: { en: 'Creating points…', zh: '正在生成各点' },
  noPoints: { en: 'No points yet. Start the workflow to create them.', zh: '还没有点：首次启动时生成。' },
  stalled: {
    en: (time: string) => `No point has completed for ${time}.`,
    zh: (time: string) => `已有 ${time} 没有完成任何点。`,
  },
  lookAtNodes: { en: 'View nodes', zh: '查看节点' },
  gammaOnMap: { en: 'View on map', zh: '在地图上查看' },
  converged: { en: 'Converged', zh: '已收敛' },
  ofPoints: {
    en: (share: string, total: number) => `${share} of ${counted(total, 'point')}`,
    zh: (share: string, total: number) => `${count(total)} 个点的 ${share}`,
  },
  ways: {
    en: (cold: number, seed: number, continued: number) =>
      `${count(cold)} cold run, ${count(seed)} seed step, ${count(continued)} continued`,
    zh: (cold: number, seed: number, continued: number) =>
      `冷启动 ${count(cold)}，种子步进 ${count(seed)}，续算 ${count(continued)}`,
  },
  failed: { en: 'Failed', zh: '失败' },
  unfit: { en: 'Unfit', zh: '不可用' },
  unfitHint: { en: 'models with NaN or Inf', zh: '模型含 NaN 或 Inf' },
  running: { en: 'Running', zh: '运行中' },
  queued: { en: 'Queued', zh: '排队' },
  queuedHint: { en: 'ready to run', zh: '可立即领取' },
  pending: { en: 'Pending', zh: '等待种子' },
  pendingHint: { en: 'waiting for a seed', zh: '等待可用的种子' },
  rateSpan: { en: (time: string) => `average over ${time}`, zh: (time: string) => `完成的点，取自 ${time}` },
  rateNone: { en: 'available after six minutes of work', zh: '工作满 6 分钟后显示' },
  meanTask: { en: 'Mean task time', zh: '平均任务' },
  meanHint: { en: 'measured by the nodes', zh: '按节点时钟' },
  meanNone: { en: 'no finished tasks yet', zh: '还没有任务结束' },
  timeLeft: { en: 'Time left', zh: '剩余时间' },
  between: {
    en: (low: string, high: string) => `${low} to ${high} (80 % likely)`,
    zh: (low: string, high: string) => `${low} 至 ${high}（概率 80 %）`,
  },
  history: { en: 'History', zh: '历史' },
  shown: { en: 'Period', zh: '显示范围' },
  lastHour: { en: 'last hour', zh: '最近 1 小时' },
  lastHours: { en: (hours: number) => `last ${hours} hours`, zh: (hours: number) => `最近 ${hours} 小时` },
  lastDays: { en: (days: number) => `last ${days} days`, zh: (days: number) => `最近 ${days} 天` },
  loadingHistory: { en: 'Loading history…', zh: '正在读取历史…' },
  noHistory: {
    en: 'No changes in this period. Choose a longer period.',
    zh: '这段时间内没有变化：只有变化时才会记录计数。',
  },
  zoomHint: { en: 'Drag across a chart to zoom in. Double-click to reset.', zh: '在图上拖动可放大，双击恢复。' },
  waves: { en: 'Waves', zh: '波次' },
  wave: { en: 'Wave', zh: '波次' },
  progress: { en: 'Progress', zh: '进度' },
  points: { en: 'Points', zh: '点数' },
  range: {
    en: (first: number, last: number) => `${first} to ${last}`,
    zh: (first: number, last: number) => `${first} 至 ${last}`,
  },
  done: { en: 'done', zh: '完成' },
  untouched: { en: 'untouched', zh: '未开始' },
  failures: { en: 'Failures by cause', zh: '按原因分组的失败' },
  loadingFailures: { en: 'Loading failures…', zh: '正在对失败分组…' },
  noFailures: { en: 'No failures.', zh: '目前没有失败。' },
  moreFailures: {
    en: (n: number) => `${counted(n, 'more group')} with fewer attempts`,
    zh: (n: number) => `另有 ${count(n)} 组，次数更少`,
  },
});
