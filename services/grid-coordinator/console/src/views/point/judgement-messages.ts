import { defineMessages } from '@almagest/ui/messages';

export const judgementMessages = defineMessages({
  title: { en: 'Judgements', zh: '评判' },
  loading: { en: 'Reading the judgements…', zh: '正在读取评判…' },
  none: { en: 'Nobody has judged this point yet.', zh: '尚无人评判该点。' },
  judge: { en: 'Judge…', zh: '评判…' },
  what: { en: 'Judgement', zh: '评判' },
  note: { en: 'Note', zh: '备注' },
  rejected: { en: 'rejected', zh: '拒绝' },
  accepted: { en: 'accepted', zh: '接受' },
  checked: { en: 'checked', zh: '已检查' },
  unchecked: { en: 'no longer checked', zh: '取消检查' },
  undone: { en: 'undone since', zh: '之后已撤销' },
  by: { en: (person: string) => `by ${person}`, zh: (person: string) => `评判者 ${person}` },
  rejectHint: {
    en: 'Its model is no longer a seed for others; the point counts as failed and can be tried again.',
    zh: '其模型不再作为他点的种子；该点视为失败，可以重试。',
  },
  acceptHint: { en: 'The model that was rejected last counts again.', zh: '上次被拒绝的模型重新有效。' },
  checkHint: { en: 'A person has looked at it. It is only a mark.', zh: '有人检查过。仅作标记。' },
  uncheckHint: { en: 'Takes the mark away.', zh: '移除标记。' },
  cancel: { en: 'Cancel', zh: '取消' },
  save: { en: 'Save the judgement', zh: '保存评判' },
  saved: {
    en: (point: string) => `The judgement of ${point} is stored`,
    zh: (point: string) => `${point} 的评判已保存`,
  },
});
