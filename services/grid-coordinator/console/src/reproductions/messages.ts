import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

export const reproductionMessages = defineMessages({
  title: { en: 'Reproductions', zh: '复算' },
  loading: { en: 'Loading reproductions…', zh: '正在读取复算…' },
  none: {
    en: 'No reproductions yet. Choose Reproduce to check this point on another node.',
    zh: '尚无人要求复算该点。',
  },
  ask: { en: 'Reproduce…', zh: '复算…' },
  askOf: {
    en: (n: number) => `Reproduce ${counted(n, 'point')}?`,
    zh: (n: number) => `复算 ${count(n)} 个点？`,
  },
  askPoint: { en: (point: string) => `Reproduce ${point}?`, zh: (point: string) => `复算 ${point}？` },
  why: {
    en: 'Another node repeats the attempt that made the model. The two results are compared. The grid stays as it is.',
    zh: '由另一节点重复产生该模型的尝试，并比较结果。网格本身不变。',
  },
  note: { en: 'Note (optional)', zh: '备注（可留空）' },
  cancel: { en: 'Cancel', zh: '取消' },
  confirm: { en: 'Reproduce', zh: '复算' },
  most: {
    en: (n: number) => `You can reproduce at most ${count(n)} points at a time.`,
    zh: (n: number) => `一次最多复算 ${count(n)} 个点。`,
  },
  requested: {
    en: (n: number) => `${counted(n, 'reproduction')} requested`,
    zh: (n: number) => `已请求 ${count(n)} 次复算`,
  },
  refused: {
    en: (n: number, first: string) => `${counted(n, 'point')} cannot be reproduced, for example ${first}`,
    zh: (n: number, first: string) => `${count(n)} 个点无法复算，例如 ${first}`,
  },
  waiting: { en: 'waiting for a node', zh: '等待节点' },
  waits: {
    en: (reason: string) => `Waiting: ${reason}.`,
    zh: (reason: string) => `等待原因：${reason}`,
  },
  running: { en: 'running', zh: '运行中' },
  comparing: { en: 'comparing', zh: '正在比较' },
  compared: { en: 'compared', zh: '已比较' },
  failed: { en: 'failed', zh: '失败' },
  withdrawn: { en: 'withdrawn', zh: '已撤回' },
  by: { en: (person: string) => `requested by ${person}`, zh: (person: string) => `请求者 ${person}` },
  withdraw: { en: 'Withdraw', zh: '撤回' },
  didWithdraw: { en: 'Reproduction withdrawn', zh: '复算已撤回' },
  what: { en: 'Quantity', zh: '量' },
  first: { en: 'Original', zh: '首次' },
  second: { en: 'Reproduction', zh: '复算' },
  node: { en: 'Node', zh: '节点' },
  engine: { en: 'Engine', zh: '引擎' },
  iterations: { en: 'Iterations', zh: '迭代次数' },
  relc: { en: 'Max. rel. change', zh: '最大相对变化' },
  took: { en: 'Duration', zh: '用时' },
  runs: { en: 'Original and reproduction', zh: '两次计算' },
  differences: { en: 'Differences', zh: '结果差异' },
  model: { en: 'Model', zh: '模型' },
  file: { en: 'File', zh: '文件' },
  values: { en: 'Values', zh: '数值数' },
  largest: { en: 'Max. rel. difference', zh: '最大相对差' },
  rms: { en: 'Root mean square', zh: '均方根' },
  place: { en: 'At', zh: '位置' },
  identical: {
    en: (file: string) => `${file}: identical.`,
    zh: (file: string) => `${file}：逐字节相同。`,
  },
});
