import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
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
  rejected: { en: 'rejected', zh: '已拒绝' },
  isRejected: { en: 'This lineage belongs to a rejected model.', zh: '此谱系属于被拒绝的模型。' },
  rejectedVersions: { en: 'Rejected versions', zh: '被拒绝的版本' },
  withModelFrom: {
    en: (n: number) => `${counted(n, 'point')} with models that descend from this version`,
    zh: (n: number) => `${count(n)} 个点的模型来自它`,
  },
  gaveRise: { en: 'Attempts that started from this model', zh: '由它开始的尝试' },
  noDescendants: { en: 'No attempts have started from this model.', zh: '没有尝试从其模型开始。' },
  moreDescendants: { en: 'Showing the first 1,000 attempts.', zh: '仅显示前 1,000 次尝试。' },
  reclaimed: { en: 'reclaimed', zh: '已收回' },
});
