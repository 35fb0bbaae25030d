import { defineMessages } from '@almagest/ui/messages';

export const lineageMessages = defineMessages({
  lineage: { en: 'Lineage', zh: '谱系' },
  loading: { en: 'Loading lineage…', zh: '正在查找种子谱系…' },
  cameFrom: { en: 'Started from', zh: '来源' },
  coldStart: { en: 'a cold start', zh: '冷启动' },
  import: { en: 'an import', zh: '导入' },
  unknown: { en: 'a seed of unknown origin', zh: '来源未记录的种子' },
  limit: { en: 'earlier models (not shown)', zh: '更多未显示的模型' },
  none: {
    en: 'No lineage yet. This point has no model and no attempt from a seed.',
    zh: '它还没有模型，也没有从种子开始的尝试。',
  },
  gaveRise: { en: 'Attempts from this model', zh: '由它开始的尝试' },
  noDescendants: { en: 'No attempts have started from this model.', zh: '没有尝试从其模型开始。' },
  moreDescendants: { en: 'Showing the first 1,000 attempts.', zh: '仅显示前 1,000 次尝试。' },
  reclaimed: { en: 'reclaimed', zh: '已收回' },
});
