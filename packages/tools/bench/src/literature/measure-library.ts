import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { summarise } from '../latencies.ts';
import type { Row } from '../report/row.ts';
import type { Literature } from './service.ts';

export const PAPERS = 50_000;
export const PAGE = 100;
const PAGES = 60;
const FILES_PER_FOLDER = 500;

/**
 * Measures pages of a large library, where the files of each paper are looked up on disk, and a listing of the whole
 * library.
 */
export async function* measureLibrary(service: Literature): AsyncGenerator<Row> {
  await fillLibrary(service);
  const { get } = service;
  const times: number[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    // Offsets are spread over the whole range and the same in every run.
    const offset = Math.floor(((page * 0.618_034) % 1) * PAPERS);
    times.push((await get(`/api/library?limit=${PAGE}&offset=${offset}`)).ms);
  }
  const latencies = summarise(times);
  yield {
    what: `page of ${PAGE} papers of ${PAPERS.toLocaleString('en-US')}, any offset`,
    value: latencies.p95,
    unit: 'ms',
    detail: `p95 of ${latencies.count}; p50 ${latencies.p50.toFixed(1)} ms; three files of each paper looked up`,
    goal: { atMost: 300 },
  };
  const { ms, body } = await get('/api/library');
  const papers = (body as unknown[]).length;
  yield {
    what: 'the whole library, streamed',
    value: papers / (ms / 1_000),
    unit: 'papers/s',
    detail: `${papers} papers`,
  };
}

/**
 * Inserts rows directly into the table. The benchmark does not measure the synchronisation of fifty thousand papers.
 */
export async function fillLibrary({ sql, libraryDir }: Literature): Promise<void> {
  for (let folder = 0; folder < PAPERS / FILES_PER_FOLDER; folder += 1) {
    const path = join(libraryDir, 'papers', String(folder));
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < FILES_PER_FOLDER; file += 1) writeFileSync(join(path, `${file}.pdf`), '');
  }
  await sql.query(
    `insert into paper (bibcode, title, authors, year, date, pub_journal, keywords, abstract, doi, preprint_id,
                        citation_count, reference_count, doctype, provenance, title_key, surname_key, in_library_since,
                        pdf_location, html_location, markdown_location)
     select '2001Tst...' || lpad(n::text, 9, '0'), 'Paper ' || n, array['Author, A.', 'Other, B.'], '2001', '2001-01-00',
            'Journal', array['stars'], repeat('An abstract. ', 80), '', '', 0, 0, 'article', '{}', 'paper' || n, 'author',
            now() + n * interval '1 microsecond', 'papers/' || n / $2 || '/' || n % $2 || '.pdf', 'error:not_found',
            'papers/' || n / $2 || '/' || n % $2 || '.md'
     from generate_series(0, $1::int - 1) as n`,
    [PAPERS, FILES_PER_FOLDER],
  );
  await sql.query('analyze paper');
}
