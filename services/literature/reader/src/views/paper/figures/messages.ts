import { defineMessages } from '@almagest/ui/messages';

export const figureMessages = defineMessages({
  question: { en: 'Question about this figure', zh: '关于此图的问题' },
  ask: { en: 'Ask', zh: '提问' },
  asking: { en: 'Looking at the figure…', zh: '模型正在查看此图…' },
  answer: { en: 'Answer', zh: '回答' },
  note: { en: 'Save as note', zh: '存为笔记' },
  noted: { en: 'Saved the answer as a note on the figure.', zh: '回答已存为此图的笔记。' },
});
