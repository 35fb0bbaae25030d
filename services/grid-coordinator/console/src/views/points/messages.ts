import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

export const pointsMessages = defineMessages({
  title: { en: (name: string) => `${name}: points`, zh: (name: string) => `${name}：点` },
  loading: { en: 'Loading points…', zh: '正在查找点…' },
  filters: { en: 'Filters', zh: '点的筛选' },
  any: { en: 'any', zh: '任意' },
  status: { en: 'Status', zh: '状态' },
  method: { en: 'Converged by', zh: '收敛方式' },
  wave: { en: 'Wave', zh: '波次' },
  name: { en: 'Name contains', zh: '名称包含' },
  node: { en: 'Node', zh: '节点' },
  model: { en: 'Model', zh: '模型' },
  unfitOnly: { en: 'unfit: NaN or Inf', zh: '不可用：NaN 或 Inf' },
  notUnfit: { en: 'fit', zh: '除不可用外' },
  attempts: { en: 'Attempts', zh: '尝试次数' },
  group: { en: 'Failure group', zh: '失败分组' },
  retired: { en: 'In the configuration', zh: '在配置中' },
  onlyRetired: { en: 'removed', zh: '已不在' },
  range: { en: '5 or 2..8', zh: '5 或 2..8' },
  more: { en: 'More filters', zh: '更多筛选' },
  moreSet: { en: (n: number) => `More filters (${n} set)`, zh: (n: number) => `更多筛选（已设 ${n} 项）` },
  clear: { en: 'Clear filters', zh: '清除筛选' },
  all: { en: (n: number) => counted(n, 'point'), zh: (n: number) => `${count(n)} 个点` },
  matching: {
    en: (n: number) => `${counted(n, 'point')} ${n === 1 ? 'matches' : 'match'}`,
    zh: (n: number) => `${count(n)} 个点符合`,
  },
  none: { en: 'No point matches these filters.', zh: '没有符合筛选的点。' },
  noneAtAll: { en: 'No points yet. Start the workflow to create them.', zh: '还没有点：首次启动时生成。' },
  csv: { en: 'Download CSV', zh: '全部导出为 CSV' },
  archive: { en: 'Download archive', zh: '全部打包归档' },
  again: { en: 'Try again…', zh: '全部重试…' },
  askAgain: {
    en: (n: number, unfit: boolean) => `Try ${counted(n, unfit ? 'point' : 'failed point')} again?`,
    zh: (n: number, unfit: boolean) => `重试 ${count(n)} 个${unfit ? '' : '失败的'}点？`,
  },
  againWhy: {
    en: 'This resets their strategies and queues the points. A completed workflow resumes.',
    zh: '它们会重新获得所有策略并排队。已完成的工作流会继续计算它们。',
  },
  againConfirm: { en: 'Try again', zh: '重试' },
  armed: {
    en: (n: number) => `${counted(n, 'point')} will be tried again`,
    zh: (n: number) => `${count(n)} 个点将重试`,
  },
  point: { en: 'Point', zh: '点' },
  relc: { en: 'Max. rel. change', zh: '最大相对变化' },
  lastNode: { en: 'Last node', zh: '最近节点' },
  ended: { en: 'Last ended', zh: '最近结束' },
  changed: { en: 'The points have changed.', zh: '此后点已有变化。' },
  refresh: { en: 'Refresh', zh: '显示变化' },
  sortBy: { en: (column: string) => `Sort by ${column}`, zh: (column: string) => `按${column}排序` },
  sorted: {
    en: (column: string, descends: boolean) => `Sorted by ${column}, ${descends ? 'descending' : 'ascending'}`,
    zh: (column: string, descends: boolean) => `按${column}${descends ? '降序' : '升序'}排列`,
  },
  rows: {
    en: (first: number, last: number, total: number) => `Rows ${count(first)} to ${count(last)} of ${count(total)}`,
    zh: (first: number, last: number, total: number) =>
      `第 ${count(first)} 至 ${count(last)} 行，共 ${count(total)} 行`,
  },
  windows: { en: 'Parts of the list', zh: '列表分段' },
  previous: { en: 'Previous rows', zh: '前面的行' },
  next: { en: 'Next rows', zh: '后面的行' },
  rowLoading: { en: 'Loading…', zh: '加载中…' },
});
