import { counted } from '@almagest/ui/counted';
import { count, utcTime } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

/** The names of the axes with their units, for the edges of drawings. */
export const axisLabels = defineMessages({
  teff: { en: 'Teff (K)', zh: 'Teff (K)' },
  logg: { en: 'log g (cm s⁻²)', zh: 'log g (cm s⁻²)' },
  loghe: { en: 'log He/H (number)', zh: 'log He/H（数比）' },
  logc: { en: 'log C/H (number)', zh: 'log C/H（数比）' },
  logn: { en: 'log N/H (number)', zh: 'log N/H（数比）' },
  logo: { en: 'log O/H (number)', zh: 'log O/H（数比）' },
});

export const mapMessages = defineMessages({
  title: { en: (name: string) => `Map of ${name}`, zh: (name: string) => `${name} 的网格图` },
  loading: { en: 'Loading map…', zh: '正在加载所有点的状态…' },
  counting: { en: 'Counting points…', zh: '正在统计…' },
  empty: { en: 'No points yet. Start the workflow to create them.', zh: '该工作流尚未启动，还没有点。' },
  colourBy: { en: 'Colour by', zh: '着色' },
  outcome: { en: 'outcome', zh: '结果' },
  wave: { en: 'wave', zh: '批次' },
  attempts: { en: 'attempts', zh: '尝试次数' },
  ended: { en: 'last change', zh: '最近变化' },
  generation: { en: 'model generation', zh: '模型代数' },
  failures: { en: 'cause of failure', zh: '失败原因' },
  legend: { en: 'Legend', zh: '图例' },
  onlyThese: { en: (what: string) => `Only ${what}`, zh: (what: string) => `仅 ${what}` },
  imported: { en: 'converged, imported', zh: '已收敛（导入）' },
  by: {
    en: (status: string, method: string) => `${status}, ${method}`,
    zh: (status: string, method: string) => `${status}（${method}）`,
  },
  noneOf: {
    en: (what: string) => `no ${what}`,
    zh: (what: string) => `无${what}`,
  },
  otherCauses: { en: 'other causes', zh: '其他原因' },
  later: { en: 'after the selected time', zh: '晚于所示时间' },
  timeRange: {
    en: (from: number, to: number) => `${utcTime(from * 1_000).slice(0, 16)} to ${utcTime(to * 1_000).slice(0, 16)}`,
    zh: (from: number, to: number) => `${utcTime(from * 1_000).slice(0, 16)} 至 ${utcTime(to * 1_000).slice(0, 16)}`,
  },
  axes: { en: 'Axes', zh: '坐标轴' },
  from: { en: (axis: string) => `${axis} from`, zh: (axis: string) => `${axis} 起` },
  to: { en: (axis: string) => `${axis} to`, zh: (axis: string) => `${axis} 止` },
  oneValue: { en: (value: string) => `one value: ${value}`, zh: (value: string) => `单一值：${value}` },
  pairs: { en: 'Pairs of axes', zh: '坐标轴对' },
  pairsHint: {
    en: 'Click a cell to see its points. Double-click to enlarge a map.',
    zh: '单击格子查看其中的点，双击放大。',
  },
  heatMap: {
    en: (x: string, y: string) => `${x} against ${y}. Use the arrow keys to move and Enter to open a cell.`,
    zh: (x: string, y: string) => `${x} 与 ${y}：方向键移动，Enter 打开格子`,
  },
  heatMapEnlarged: {
    en: (x: string, y: string) =>
      `${x} against ${y}. Use the arrow keys to move, Enter to open a cell and F to enlarge the map.`,
    zh: (x: string, y: string) => `${x} 与 ${y}：方向键移动，Enter 打开格子，F 放大`,
  },
  against: { en: (x: string, y: string) => `${x} against ${y}`, zh: (x: string, y: string) => `${x} 与 ${y}` },
  allPairs: { en: 'All pairs', zh: '所有坐标轴对' },
  chooseCell: { en: 'Click a cell to list its points.', zh: '单击格子以列出其中的点。' },
  cellPoints: { en: (where: string) => `Points at ${where}`, zh: (where: string) => `${where} 的点` },
  status: { en: 'Status', zh: '状态' },
  hint: {
    en: 'Each small map counts the points along two axes, stacked by outcome: click a cell for its points, double-click to enlarge, and drag over a histogram to select a range.',
    zh: '每个小图按两个坐标轴统计点，并按结果堆叠：单击格子查看点，双击放大，在直方图上拖动选择范围。',
  },
  understood: { en: 'Got it', zh: '知道了' },
  most: { en: (n: number) => `up to ${counted(n, 'point')}`, zh: (n: number) => `最多 ${count(n)} 个点` },
  selection: { en: 'Selection', zh: '选择' },
  selected: {
    en: (selected: number, total: number) => `${counted(selected, 'point')} of ${count(total)}`,
    zh: (selected: number, total: number) => `${count(total)} 个点中的 ${count(selected)} 个`,
  },
  list: { en: 'List points', zh: '列出' },
  exportArchive: { en: 'Export archive', zh: '导出归档' },
  exportCsv: { en: 'Export CSV', zh: '导出 CSV' },
  rearm: { en: 'Retry failed points…', zh: '重新尝试失败的点…' },
  copy: { en: 'Copy link', zh: '复制地址' },
  copied: { en: 'Link copied.', zh: '已复制此选择的地址。' },
  clear: { en: 'Select all', zh: '全选' },
  noFilter: {
    en: 'No filter matches this selection, so it cannot be listed or exported. Change the selection.',
    zh: '过滤器无法区分这些点，因此无法列出或导出此选择。',
  },
  rearmAsk: {
    en: (n: number, name: string) => `Try ${counted(n, 'failed point')} of ${name} again?`,
    zh: (n: number, name: string) => `重新尝试 ${name} 的 ${count(n)} 个失败点？`,
  },
  rearmWhy: { en: 'This resets the strategies of the points and queues them.', zh: '它们将恢复全部策略并重新排队。' },
  rearmConfirm: { en: 'Try again', zh: '重新尝试' },
  rearmed: {
    en: (n: number) => `${counted(n, 'point')} will be tried again.`,
    zh: (n: number) => `已重新尝试 ${count(n)} 个点。`,
  },
  nothingFailed: { en: 'No failed points in the selection.', zh: '所选点中没有失败的点。' },
  causes: { en: 'Failures in the selection', zh: '所选点的失败' },
  noCauses: {
    en: 'No failures in the selection since its points last converged.',
    zh: '所选点自上次收敛以来没有失败。',
  },
  onlyCause: { en: 'Select', zh: '选择' },
  everyCause: { en: 'All causes', zh: '全部原因' },
  points: { en: (n: number) => counted(n, 'point'), zh: (n: number) => `${count(n)} 个点` },
  slice: { en: (x: string, y: string) => `Slice at ${x}, ${y}`, zh: (x: string, y: string) => `切片：${x}，${y}` },
  sliceHint: {
    en: (a: string, b: string, c: string, d: string) =>
      `Horizontal axis: ${a}, then ${b}. Vertical axis: ${c}, then ${d}. Click a point, or use the arrow keys and Enter.`,
    zh: (a: string, b: string, c: string, d: string) =>
      `格子中的每个点。横向 ${a}，其内 ${b}；纵向 ${c}，其内 ${d}。单击一个点，或用方向键和 Enter。`,
  },
  sliceBeside: {
    en: 'Diamonds are extra points within one step of this cell.',
    zh: '菱形为轴外点，与此格相距不到一步。',
  },
  extra: { en: 'Extra points', zh: '轴外点' },
  extraHint: {
    en: 'Diamonds on the map. The selection includes extra points within its ranges.',
    zh: '图上的菱形。选择包含取值在其范围内的点。',
  },
  moreExtra: { en: (n: string) => `Show more (${n} left)`, zh: (n: string) => `显示更多（还有 ${n} 个）` },
  besideHere: {
    en: (n: number, first: string) => (n === 1 ? `Extra point ${first}` : `${count(n)} extra points, first ${first}`),
    zh: (n: number, first: string) => (n === 1 ? `轴外点：${first}` : `${count(n)} 个轴外点，第一个：${first}`),
  },
  slicePoints: {
    en: 'Points in the slice. Use the arrow keys to move and Enter to open a point.',
    zh: '切片中的点：方向键移动，Enter 打开',
  },
  close: { en: 'Close', zh: '关闭' },
  notSelected: { en: 'not selected, or no point', zh: '未选中或没有点' },
  noSuchPoint: { en: 'No point here.', zh: '此处没有点。' },
  point: { en: 'Point', zh: '点' },
  whole: { en: 'View point', zh: '此点的全部信息' },
  tryAgain: { en: 'Try again', zh: '重试' },
  why: { en: 'Why', zh: '原因' },
  attemptList: { en: 'Attempts', zh: '尝试' },
  showLineage: { en: 'Show on map', zh: '在图上绘制' },
  table: { en: 'Show counts as a table', zh: '以表格显示相同的统计' },
  tableOf: { en: 'Counts of', zh: '统计' },
  time: { en: 'Time', zh: '时间' },
  showTime: { en: 'Show history', zh: '显示过程' },
  now: { en: 'now', zh: '现在' },
  timeHint: {
    en: 'Each point appears at the end of its last attempt, with its current status.',
    zh: '每个点以当前状态出现在其最后一次尝试结束的时刻；不重放更早的状态。',
  },
  upTo: { en: 'Up to', zh: '截至' },
  play: { en: 'Play', zh: '播放' },
  pause: { en: 'Pause', zh: '暂停' },
});
