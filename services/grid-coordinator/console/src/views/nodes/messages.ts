import { defineMessages } from '@almagest/ui/messages';

export const nodeMessages = defineMessages({
  title: { en: 'Nodes', zh: '节点' },
  loading: { en: 'Loading nodes…', zh: '正在加载节点…' },
  none: { en: 'No nodes yet.', zh: '还没有节点申请加入。' },
  noneWhy: {
    en: 'To add a node, start grid-agent on a machine with the address of this coordinator. Then approve its application here.',
    zh: '在一台机器上用本协调器的地址启动 grid-agent，其申请会显示在这里。',
  },
  applications: { en: 'Applications', zh: '申请' },
  further: {
    en: (n: number) => (n === 1 ? 'Show 1 more node' : `Show ${n} more nodes`),
    zh: (n: number) => `显示另外 ${n} 个节点`,
  },
  node: { en: 'Node', zh: '节点' },
  status: { en: 'Status', zh: '状态' },
  slots: { en: 'Slots', zh: '槽位' },
  slotsOf: {
    en: (used: number, all: number) => `${used} of ${all}`,
    zh: (used: number, all: number) => `${used} / ${all}`,
  },
  search: { en: 'Name contains', zh: '名称包含' },
  noneFound: {
    en: (text: string) => `No node name contains ${text}.`,
    zh: (text: string) => `没有名称包含 ${text} 的节点。`,
  },
  select: { en: 'Select', zh: '选择' },
  selectNode: { en: (id: string) => `Select ${id}`, zh: (id: string) => `选择 ${id}` },
  selection: { en: 'Selected nodes', zh: '所选的节点' },
  selected: {
    en: (n: number) => (n === 1 ? '1 node selected' : `${n} nodes selected`),
    zh: (n: number) => `已选 ${n} 个节点`,
  },
  deselect: { en: 'Clear selection', zh: '取消选择' },
  drainedAll: {
    en: (n: number) => (n === 1 ? '1 node gets no new tasks' : `${n} nodes get no new tasks`),
    zh: (n: number) => `${n} 个节点不再获得新任务`,
  },
  enabledAll: {
    en: (n: number) => (n === 1 ? '1 node enabled' : `${n} nodes enabled`),
    zh: (n: number) => `已启用 ${n} 个节点`,
  },
  cancelAll: {
    en: (n: number) => (n === 1 ? 'Cancel all tasks of 1 node?' : `Cancel all tasks of ${n} nodes?`),
    zh: (n: number) => `取消 ${n} 个节点的所有任务？`,
  },
  load: { en: 'CPU, memory', zh: 'CPU、内存' },
  machine: { en: 'Machine', zh: '机器' },
  machineOf: {
    en: (cores: number, memory: number, arch: string) =>
      `${cores} ${cores === 1 ? 'core' : 'cores'}, ${memory} GB, ${arch}`,
    zh: (cores: number, memory: number, arch: string) => `${cores} 核，${memory} GB，${arch}`,
  },
  compact: { en: 'Compact rows', zh: '紧凑行' },
  token: { en: 'Token issued', zh: '令牌签发' },
  noToken: { en: 'none', zh: '无' },
  heldTo: {
    en: (n: number) => `limited to ${n} after failures of points that other nodes finished`,
    zh: (n: number) => `限制为 ${n}：其任务失败而其他节点成功`,
  },
  quotaOf: { en: (n: number) => `limit ${n}`, zh: (n: number) => `配额 ${n}` },
  heartbeat: { en: 'Last heartbeat', zh: '最近心跳' },
  never: { en: 'never', zh: '从未' },
  applied: { en: 'Applied', zh: '申请时间' },
  from: { en: 'from', zh: '来自' },
  unknownAddress: { en: 'an unknown address', zh: '未知地址' },
  offered: { en: (n: number) => (n === 1 ? '1 slot' : `${n} slots`), zh: (n: number) => `${n} 个槽位` },
  replaces: { en: 'Reuses the name of a node removed on', zh: '替代已移除的同名节点，移除于' },
  contested: {
    en: 'Another machine also requested this name, last seen',
    zh: '另一台没有其凭据的机器也申请过此名称，最近一次为',
  },
  approve: { en: (id: string) => `Approve ${id}`, zh: (id: string) => `批准 ${id}` },
  reject: { en: (id: string) => `Reject ${id}`, zh: (id: string) => `拒绝 ${id}` },
  approveAsk: { en: (id: string) => `Approve ${id}?`, zh: (id: string) => `批准 ${id}？` },
  rejectAsk: { en: (id: string) => `Reject ${id}?`, zh: (id: string) => `拒绝 ${id}？` },
  approveAfterAll: { en: 'Approve', zh: '仍然批准' },
  approveText: {
    en: 'The node receives a token and starts taking tasks.',
    zh: '它会得到自己的令牌，并从第一次心跳起领取任务。',
  },
  rejectText: { en: 'The node is notified. The name can be used again.', zh: '它会得知此结果。该名称可以再次申请。' },
  approved: {
    en: (id: string) => `${id} approved.`,
    zh: (id: string) => `${id} 已批准；它会自行领取令牌。`,
  },
  rejected: { en: (id: string) => `${id} rejected.`, zh: (id: string) => `${id} 已拒绝。` },
  decided: { en: (id: string) => `${id} is no longer waiting`, zh: (id: string) => `${id} 已不再等待` },
});
