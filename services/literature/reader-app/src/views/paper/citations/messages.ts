import { defineMessages } from '@almagest/ui/messages';

export const citationMessages = defineMessages({
  loading: { en: 'The catalog is being asked…', zh: '正在查询文献目录…' },
  references: { en: (n: number) => `References (${n})`, zh: (n: number) => `参考文献（${n}）` },
  citations: { en: (n: number) => `Cited by (${n})`, zh: (n: number) => `被引（${n}）` },
  cited: { en: (n: number) => `cited ${n} times`, zh: (n: number) => `被引 ${n} 次` },
  none: { en: 'The catalog lists none.', zh: '文献目录中没有记录。' },
});
