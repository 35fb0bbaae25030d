import { defineMessages } from '@almagest/ui/messages';

export const pointsBarMessages = defineMessages({
  open: { en: 'open', zh: '未完成' },
  none: { en: 'no points', zh: '没有点' },
});
