import { counted } from '@almagest/ui/counted';
import { count } from '@almagest/ui/format';
import { defineMessages } from '@almagest/ui/messages';

export const failureListMessages = defineMessages({
  stage: { en: (stage: string) => `stage ${stage}`, zh: (stage: string) => `阶段 ${stage}` },
  attempts: { en: (n: number) => counted(n, 'attempt'), zh: (n: number) => `${count(n)} 次尝试` },
  pointsOf: { en: (n: number) => counted(n, 'point'), zh: (n: number) => `${count(n)} 个点` },
  nodesOf: { en: (n: number) => counted(n, 'node'), zh: (n: number) => `${count(n)} 个节点` },
  lastSeen: { en: 'last', zh: '最近' },
});
