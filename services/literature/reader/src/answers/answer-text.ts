import type { AnswerRecord } from '@almagest/contracts/literature';

type Cited = Pick<AnswerRecord, 'question' | 'answer' | 'citations'>;

export function answerWithCitations({ answer, citations }: Cited): string {
  const sources = citations.map(({ number, title, bibcode, quote }) => `[${number}] ${title} (${bibcode}): “${quote}”`);
  return [answer, ...(sources.length === 0 ? [] : ['', ...sources])].join('\n');
}

/** Returns a note that contains the question, the answer and its sources. */
export function noteOfAnswer(cited: Cited): string {
  return `${cited.question}\n\n${answerWithCitations(cited)}`;
}
