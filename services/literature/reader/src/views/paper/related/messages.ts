import { counted } from '@almagest/ui/counted';
import { defineMessages } from '@almagest/ui/messages';

export const relatedMessages = defineMessages({
  related: { en: 'Related papers', zh: '相关论文' },
  loading: { en: 'Loading related papers…', zh: '正在加载相关论文…' },
  none: {
    en: 'No related papers yet. Parse this paper, or add papers that cite the same work.',
    zh: '暂无相关论文。请解析本文，或添加引用相同文献的论文。',
  },
  references: { en: (n: number) => counted(n, 'shared reference'), zh: (n: number) => `${n} 篇共同参考文献` },
  citations: { en: (n: number) => `cited together ${n} times`, zh: (n: number) => `被共同引用 ${n} 次` },
  words: { en: (n: number) => counted(n, 'shared rare word'), zh: (n: number) => `${n} 个共同的少见词` },
  notInLibrary: { en: 'not in the library', zh: '未入库' },
});
