import { summarise } from '../latencies.ts';
import type { Row } from '../report/row.ts';
import type { Literature } from './service.ts';

const ENTRIES = 5_000;
const ROUNDS = 30;
const TAG = 'live bibliography';

/** Measures how fast a long live bibliography is read, unchanged and after each change of a paper. */
export async function* measureBibliography({ port, sql }: Literature): AsyncGenerator<Row> {
  await sql.query('insert into tag (paper_id, name) select id, $1 from paper order by id limit $2', [TAG, ENTRIES]);
  const url = `http://127.0.0.1:${port}`;
  const created = await fetch(`${url}/api/library/bibliographies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tag: TAG }),
  });
  const { path } = (await created.json()) as { path: string };
  const read = async () => {
    const begun = performance.now();
    const text = await (await fetch(url + path)).text();
    const ms = performance.now() - begun;
    const entries = text.match(/^@/gm)?.length ?? 0;
    if (entries !== ENTRIES) throw new Error(`the bibliography has ${entries} entries instead of ${ENTRIES}`);
    return ms;
  };
  // The first request assigns the citation keys.
  const first = await read();
  const times = { unchanged: [] as number[], 'after a change': [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.unchanged.push(await read());
    await sql.query(
      `update paper set title = title || ' again' where id = (select max(paper_id) from tag where name = $1)`,
      [TAG],
    );
    times['after a change'].push(await read());
  }
  for (const [kind, some] of Object.entries(times)) {
    const { p50, p95, count } = summarise(some);
    yield {
      what: `live bibliography of ${ENTRIES.toLocaleString('en-US')}, ${kind}`,
      value: p95,
      unit: 'ms',
      detail: `p95 of ${count}; p50 ${p50.toFixed(0)} ms; the first request took ${first.toFixed(0)} ms`,
      goal: { atMost: 300 },
    };
  }
}
