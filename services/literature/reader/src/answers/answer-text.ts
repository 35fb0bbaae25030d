import type { AnswerRecord } from '@almagest/contracts/literature';

type Cited = Pick<AnswerRecord, 'question' | 'answer' | 'citations'>;

/** An answer with what it cites, as text for another program. */
export function answerWithCitations({ answer, citations }: Cited): string {
  const sources = citations.map(({ number, title, bibcode, quote }) => `[${number}] ${title} (${bibcode}): “${quote}”`);
  return [answer, ...(sources.length === 0 ? [] : ['', ...sources])].join('\n');
}

/** An answer as a note on a paragraph that it cites. */
export function noteOfAnswer(cited: Cited): string {
  return `${cited.question}\n\n${answerWithCitations(cited)}`;
}
