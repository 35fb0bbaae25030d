import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

export const secondRunMessages = defineMessages({
  title: { en: 'Second runs', zh: '复算' },
  loading: { en: 'Reading the second runs…', zh: '正在读取复算…' },
  none: {
    en: 'Nobody has had this point computed once more.',
    zh: '尚无人要求复算该点。',
  },
  ask: { en: 'Compute once more…', zh: '复算…' },
  askOf: {
    en: (n: number) => `Compute ${counted(n, 'point')} once more?`,
    zh: (n: number) => `复算 ${count(n)} 个点？`,
  },
  askPoint: { en: (point: string) => `Compute ${point} once more?`, zh: (point: string) => `复算 ${point}？` },
  why: {
    en: 'Another node repeats the attempt that made the model, and the results are compared. Nothing of the grid changes.',
    zh: '由另一节点重复产生该模型的尝试，并比较结果。网格本身不变。',
  },
  note: { en: 'Note (may be empty)', zh: '备注（可留空）' },
  cancel: { en: 'Cancel', zh: '取消' },
  confirm: { en: 'Compute once more', zh: '复算' },
  most: {
    en: (n: number) => `${count(n)} at most can be computed once more at a time.`,
    zh: (n: number) => `一次最多复算 ${count(n)} 个点。`,
  },
  requested: {
    en: (n: number) => `${counted(n, 'second run')} requested`,
    zh: (n: number) => `已请求 ${count(n)} 次复算`,
  },
  refused: {
    en: (n: number, first: string) => `${counted(n, 'point')} cannot be computed once more, such as ${first}`,
    zh: (n: number, first: string) => `${count(n)} 个点无法复算，例如 ${first}`,
  },
  waiting: { en: 'waits for a node', zh: '等待节点' },
  waits: {
    en: (reason: string) => `Waits: ${reason}.`,
    zh: (reason: string) => `等待原因：${reason}`,
  },
  running: { en: 'running', zh: '运行中' },
  comparing: { en: 'being compared', zh: '正在比较' },
  compared: { en: 'compared', zh: '已比较' },
  failed: { en: 'failed', zh: '失败' },
  withdrawn: { en: 'withdrawn', zh: '已撤回' },
  by: { en: (person: string) => `asked for by ${person}`, zh: (person: string) => `请求者 ${person}` },
  withdraw: { en: 'Withdraw', zh: '撤回' },
  didWithdraw: { en: 'The second run is withdrawn', zh: '复算已撤回' },
  what: { en: 'Quantity', zh: '量' },
  first: { en: 'First run', zh: '首次' },
  second: { en: 'Second run', zh: '复算' },
  node: { en: 'Node', zh: '节点' },
  engine: { en: 'Engine', zh: '引擎' },
  iterations: { en: 'Iterations', zh: '迭代次数' },
  relc: { en: 'Max. rel. change', zh: '最大相对变化' },
  took: { en: 'Took', zh: '用时' },
  runs: { en: 'The two runs', zh: '两次计算' },
  differences: { en: 'How far the results differ', zh: '结果差异' },
  model: { en: 'Model', zh: '模型' },
  file: { en: 'File', zh: '文件' },
  values: { en: 'Values', zh: '数值数' },
  largest: { en: 'Largest rel. difference', zh: '最大相对差' },
  rms: { en: 'Root mean square', zh: '均方根' },
  place: { en: 'At', zh: '位置' },
  identical: {
    en: (file: string) => `${file}: the same, byte for byte.`,
    zh: (file: string) => `${file}：逐字节相同。`,
  },
});
