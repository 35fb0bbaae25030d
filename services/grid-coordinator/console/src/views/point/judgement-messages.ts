import { defineMessages } from '@almagest/ui/messages';

export const judgementMessages = defineMessages({
  title: { en: 'Judgements', zh: '评判' },
  loading: { en: 'Loading judgements…', zh: '正在读取评判…' },
  none: { en: 'No judgements yet. Choose Judge to add one.', zh: '尚无人评判该点。' },
  judge: { en: 'Judge…', zh: '评判…' },
  what: { en: 'Judgement', zh: '评判' },
  note: { en: 'Note', zh: '备注' },
  rejected: { en: 'rejected', zh: '拒绝' },
  accepted: { en: 'accepted', zh: '接受' },
  checked: { en: 'checked', zh: '已检查' },
  unchecked: { en: 'unchecked', zh: '取消检查' },
  undone: { en: 'undone', zh: '之后已撤销' },
  by: { en: (person: string) => `by ${person}`, zh: (person: string) => `评判者 ${person}` },
  rejectHint: {
    en: 'Marks the point as failed, so you can try it again. Other points no longer use its model as a seed.',
    zh: '其模型不再作为他点的种子；该点视为失败，可以重试。',
  },
  acceptHint: { en: 'Restores the model that was rejected last.', zh: '上次被拒绝的模型重新有效。' },
  checkHint: { en: 'Marks the point as reviewed, without further effect.', zh: '有人检查过。仅作标记。' },
  uncheckHint: { en: 'Removes the mark.', zh: '移除标记。' },
  cancel: { en: 'Cancel', zh: '取消' },
  save: { en: 'Save judgement', zh: '保存评判' },
  saved: {
    en: (point: string) => `Judgement of ${point} saved`,
    zh: (point: string) => `${point} 的评判已保存`,
  },
});
