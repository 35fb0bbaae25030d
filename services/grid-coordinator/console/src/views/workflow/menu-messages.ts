import { defineMessages } from '@almagest/ui/messages';

export const menuMessages = defineMessages({
  more: { en: 'More actions', zh: '更多操作' },
  scheduling: { en: 'Priority and slots…', zh: '优先级与槽位…' },
  archive: { en: 'Download archive', zh: '下载归档' },
  remove: { en: 'Delete…', zh: '删除…' },
  askRemove: { en: (name: string) => `Delete ${name}?`, zh: (name: string) => `删除 ${name}？` },
  removeWhy: {
    en: 'This permanently deletes its points, attempts and history. Results of running tasks are lost. Seeds are kept.',
    zh: '其所有点、尝试和历史将立即永久删除，运行中任务的报告会被拒绝。种子会保留，因为它们属于点而不属于工作流。',
  },
  removeConfirm: { en: 'Delete permanently', zh: '永久删除' },
  removed: { en: (name: string) => `${name} deleted`, zh: (name: string) => `${name} 已删除` },
  title: { en: (name: string) => `Priority and slots of ${name}`, zh: (name: string) => `${name} 的优先级与槽位` },
  loading: { en: 'Loading schedule…', zh: '正在读取调度…' },
  priority: { en: 'Priority', zh: '优先级' },
  priorityHint: { en: 'Workflows with a higher priority get tasks first.', zh: '优先级高的工作流先得到服务。' },
  share: { en: 'Share', zh: '份额' },
  shareHint: {
    en: 'Workflows of the same priority divide the slots in proportion to their shares.',
    zh: '同一优先级的工作流按份额比例分配运行任务。',
  },
  cap: { en: 'Slot limit (empty: no limit)', zh: '最多槽位（留空：不限）' },
  finished: {
    en: 'This workflow is completed. These settings apply when you run it again.',
    zh: '已完成的工作流不再分发任务，重新运行后优先级才有意义。',
  },
  cancel: { en: 'Cancel', zh: '取消' },
  save: { en: 'Save', zh: '保存' },
  saved: {
    en: (name: string) => `${name} saved. Changes apply from the next task.`,
    zh: (name: string) => `${name} 从下一次领取起按新设置调度`,
  },
});
