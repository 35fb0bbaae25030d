import { defineMessages } from '@almagest/ui/messages';

export const recordMessages = defineMessages({
  title: { en: 'Convergence', zh: '收敛过程' },
  attempt: { en: 'Attempt', zh: '尝试' },
  ofModel: { en: 'produced the model', zh: '产生模型的那次' },
  loading: { en: 'Loading diagnostic record…', zh: '正在读取诊断记录…' },
  none: { en: 'No readable diagnostic record for this attempt.', zh: '没有报告诊断记录，或无法读取。' },
  chart: { en: 'Relative change by iteration', zh: '各次迭代的相对变化' },
  chartLabel: {
    en: (stages: string) => `Largest relative change after each iteration, for ${stages}`,
    zh: (stages: string) => `每次迭代后的最大相对变化：${stages}`,
  },
  iteration: { en: 'Iteration', zh: '迭代' },
  change: { en: 'Relative change', zh: '相对变化' },
  limit: { en: 'Limit', zh: '限值' },
  limitOf: { en: (stage: string) => `${stage} limit`, zh: (stage: string) => `${stage} 限值` },
  stages: { en: 'Calculation stages', zh: '计算阶段' },
  stage: { en: 'Stage', zh: '阶段' },
  converged: { en: 'Converged', zh: '收敛' },
  yes: { en: 'yes', zh: '是' },
  no: { en: 'no', zh: '否' },
  best: { en: 'Best rel. change', zh: '最佳相对变化' },
  took: { en: 'Duration', zh: '用时' },
  note: { en: 'Note', zh: '备注' },
  whole: { en: 'Full record', zh: '完整记录' },
  download: { en: 'Download record (JSON)', zh: '下载记录（JSON）' },
});
