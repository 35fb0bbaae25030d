import { summarise } from '../latencies.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { fillPassages } from './fill-passages.ts';
import { UNRELATED_QUESTIONS, LIBRARY_QUESTIONS } from './library-questions.ts';
import { openRetrievalSite, type RetrievalSite } from './retrieval-site.ts';

const AT = 10;
const PASSAGES = 100_000;
const ROUNDS = 3;

/**
 * Measures how many questions about the laboratory's papers find the passage that answers them, and how fast that is in
 * a large library.
 */
export async function* measureRetrieval(site: Site): AsyncGenerator<Row> {
  const opened = await openRetrievalSite(site);
  yield* measureRecall(opened);
  yield* measureSpeed(opened);
}

const WAYS = ['words', 'vectors', 'both'] as const;

async function* measureRecall({ lab, retrieval, connect }: RetrievalSite): AsyncGenerator<Row> {
  const sql = await connect();
  const { rows } = await sql.query<{ chunks: number }>('select count(*)::int as chunks from chunk group by paper_id');
  const found = { words: 0, vectors: 0, both: 0, answered: 0 };
  for (const asked of LIBRARY_QUESTIONS) {
    const answering = lab.library.byKey(asked.paper).bibcode;
    const isAnswer = ({ bibcode, text }: { bibcode: string; text: string }) =>
      bibcode === answering && text.includes(asked.answer);
    const ranked = await retrieval.rank(asked.question, AT);
    for (const way of WAYS) found[way] += ranked[way].some(isAnswer) ? 1 : 0;
    found.answered += (await retrieval.retrieve(asked.question, AT)).some(isAnswer) ? 1 : 0;
  }
  const passages = rows.reduce((sum, { chunks }) => sum + chunks, 0);
  const detail = `of ${LIBRARY_QUESTIONS.length} questions, over ${passages} passages of ${rows.length} papers`;
  const share = (count: number) => (100 * count) / LIBRARY_QUESTIONS.length;
  for (const way of WAYS)
    yield { what: `passages by ${way}: recall at ${AT}`, value: share(found[way]), unit: '%', detail };
  yield { what: '  among those an answer may rest on', value: share(found.answered), unit: '%', detail };
  let refused = 0;
  for (const question of UNRELATED_QUESTIONS) refused += (await retrieval.retrieve(question, AT)).length === 0 ? 1 : 0;
  yield {
    what: '  questions of other fields that find nothing',
    value: (100 * refused) / UNRELATED_QUESTIONS.length,
    unit: '%',
    detail: `${refused} of ${UNRELATED_QUESTIONS.length}; the stand-in's vectors are made of words, and few words may meet by chance`,
  };
}

async function* measureSpeed({ retrieval, connect }: RetrievalSite): AsyncGenerator<Row> {
  await fillPassages([await connect(), await connect()], PASSAGES);
  await retrieval.fold();
  const times: number[] = [];
  // The first question also reads the codes of all vectors.
  const begun = performance.now();
  await retrieval.retrieve(LIBRARY_QUESTIONS[0]?.question ?? '', AT);
  const first = performance.now() - begun;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { question } of LIBRARY_QUESTIONS) {
      const start = performance.now();
      await retrieval.retrieve(question, AT);
      times.push(performance.now() - start);
    }
  }
  const latencies = summarise(times);
  yield {
    what: `retrieval among ${PASSAGES.toLocaleString('en-US')} passages`,
    value: latencies.p95,
    unit: 'ms',
    detail: `p95 of ${latencies.count}; p50 ${latencies.p50.toFixed(1)} ms; words and vectors, the model a stand-in; the first ${first.toFixed(0)} ms`,
    goal: { atMost: 50 },
  };
}
