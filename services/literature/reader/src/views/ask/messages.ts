import { counted } from '@almagest/ui/counted';
import { defineMessages } from '@almagest/ui/messages';

export const askMessages = defineMessages({
  title: { en: 'Ask the library', zh: '向文献库提问' },
  ask: { en: 'Ask', zh: '提问' },
  question: { en: 'Question', zh: '问题' },
  hint: { en: 'Enter sends the question. Shift+Enter adds a line.', zh: '按 Enter 提问，Shift+Enter 换行。' },
  of: { en: 'Ask', zh: '提问范围' },
  library: { en: 'whole library', zh: '整个文献库' },
  stop: { en: 'Stop', zh: '停止' },
  searching: { en: 'Searching passages…', zh: '正在查找段落…' },
  reading: {
    en: (passages: number, papers: number) =>
      `Reading ${counted(passages, 'passage')} from ${counted(papers, 'paper')}…`,
    zh: (passages: number, papers: number) => `模型正在阅读 ${papers} 篇论文中的 ${passages} 个段落…`,
  },
  writing: { en: 'Writing the answer…', zh: '正在写答案。' },
  loading: { en: 'Loading earlier questions…', zh: '正在加载以前的问题…' },
  none: {
    en: 'No questions yet. Ask about the papers whose text you have parsed.',
    zh: '还没有提问。答案依据已解析论文中的段落写成，并逐一注明出处。',
  },
  unanswered: {
    en: 'No passage answers this question. Rephrase the question, or parse more papers.',
    zh: '没有段落能回答此问题。论文解析后才能提问；也可换一种说法。',
  },
  stopped: { en: 'stopped', zh: '已停止' },
  failed: { en: (why: string) => `Answer failed: ${why}`, zh: (why: string) => `回答失败：${why}` },
  again: { en: 'Ask again', zh: '再次提问' },
  followUp: { en: 'Ask a follow-up', zh: '追问' },
  following: { en: (question: string) => `Following up: ${question}`, zh: (question: string) => `追问：${question}` },
  notFollowing: { en: 'Ask a separate question', zh: '改为单独提问' },
  details: { en: 'Details', zh: '详情' },
  history: { en: 'Questions and answers', zh: '问题与回答' },
  sources: { en: 'Sources', zh: '来源' },
  source: {
    en: (number: number, title: string, quote: string) => `Source ${number}: ${title}. “${quote}”`,
    zh: (number: number, title: string, quote: string) => `来源 ${number}：${title}。“${quote}”`,
  },
  copy: { en: 'Copy with citations', zh: '复制（含引用）' },
  copied: { en: 'Answer copied with its citations.', zh: '已复制答案及其引用。' },
  note: { en: 'Save as note', zh: '记为笔记' },
  noteAt: {
    en: (number: number) => `Save as note on source ${number}`,
    zh: (number: number) => `记为笔记：来源 ${number}`,
  },
  noted: { en: 'Saved the answer as a note on the cited paragraph.', zh: '答案已记为所引段落的笔记。' },
  remove: { en: (question: string) => `Delete: ${question}`, zh: (question: string) => `删除：${question}` },
  removeAsk: { en: 'Delete this question and its answer?', zh: '删除此问题及其答案？' },
  removeDo: { en: 'Delete', zh: '删除' },
  more: { en: 'Earlier questions', zh: '更早的问题' },
  onPaper: { en: (code: string) => `in ${code}`, zh: (code: string) => `关于 ${code}` },
  cost: {
    en: (tokens: number, seconds: string) => `${tokens} tokens, ${seconds}`,
    zh: (tokens: number, seconds: string) => `${tokens} 个词元，${seconds}`,
  },
});
