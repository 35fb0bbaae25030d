import { createHash } from 'node:crypto';
import type pg from 'pg';
import { summarise, type Latencies } from '../latencies.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { fillLibrary, PAGE, PAPERS } from './measure-library.ts';
import { startLiterature } from './service.ts';

const ACCOUNTS = 10_000;
const GROUPS = 1_000;
const MARKS = 5;
const TOKEN = 'the-token-of-the-benchmark';
const SESSION = `lp_${'b'.repeat(43)}`;

/** Both callers send the same requests: the built-in account, and one of many people. */
const CALLERS = {
  token: { authorization: `Bearer ${TOKEN}` },
  person: { cookie: `literature_session=${SESSION}` },
} as const;

const QUERIES = ['stars', 'winds', 'opacity', 'abundances', 'atmospheres', 'rotation', 'spectra', 'white dwarf'];

interface Asked {
  readonly what: string;
  readonly rounds: number;
  readonly path: (round: number) => string;
}

const ASKED: readonly Asked[] = [
  {
    what: `page of ${PAGE} papers`,
    rounds: 200,
    path: (round) => `/api/library?limit=${PAGE}&offset=${placeOf(round)}`,
  },
  { what: 'search of the library', rounds: 200, path: (round) => `/api/library/search?q=paper%20${placeOf(round)}` },
  {
    what: 'search of both sources',
    rounds: 5 * QUERIES.length,
    path: (round) => `/api/search?q=${encodeURIComponent(QUERIES[round % QUERIES.length] ?? '')}&rows=20&source=all`,
  },
];

/** Returns an offset in the library. Offsets are spread over the whole range and the same in every run. */
function placeOf(round: number): number {
  return Math.floor(((round * 0.618_034) % 1) * PAPERS);
}

/** Compares requests of a person with requests of the built-in account. The two callers alternate. */
export async function* measureAccounts(site: Site): AsyncGenerator<Row> {
  const service = await startLiterature(site, 'bench_accounts', { API_TOKEN: TOKEN });
  await fillLibrary(service);
  await fillPeople(service.sql);
  for (const { what, rounds, path } of ASKED) {
    const times = { token: [] as number[], person: [] as number[] };
    for (let round = 0; round < rounds; round += 1)
      for (const caller of round % 2 === 0 ? (['token', 'person'] as const) : (['person', 'token'] as const))
        times[caller].push((await service.get(path(round), CALLERS[caller])).ms);
    yield* rowsOf(what, summarise(times.token), summarise(times.person));
  }
}

function* rowsOf(what: string, token: Latencies, person: Latencies): Generator<Row> {
  const detail = ({ count, p50 }: Latencies) => `p95 of ${count}; p50 ${p50.toFixed(1)} ms`;
  yield { what: `${what}, with the token`, value: token.p95, unit: 'ms', detail: detail(token) };
  yield { what: `${what}, with a session`, value: person.p95, unit: 'ms', detail: detail(person) };
  yield {
    what: `  ratio, ${what}`,
    value: person.p95 / token.p95,
    unit: 'times',
    detail: `session / token at p95; at p50 ${(person.p50 / token.p50).toFixed(2)}; ${ACCOUNTS} accounts, ${GROUPS} groups`,
    goal: { atMost: 1.1 },
  };
}

async function fillPeople(sql: pg.Client): Promise<void> {
  await sql.query(
    `insert into account (user_name, name_key, display_name, role)
     select 'person-' || n, 'person-' || n, 'Person ' || n, 'member' from generate_series(1, $1::int) as n`,
    [ACCOUNTS],
  );
  await sql.query(`insert into person_group (name) select 'Group ' || n from generate_series(1, $1::int) as n`, [
    GROUPS,
  ]);
  // Everyone is in two groups, so that each group has twenty members.
  await sql.query(
    `insert into group_member (group_id, account_id)
     select g.id, a.id from person_group g
     join (select id, row_number() over (order by name_key) as n from account) a on a.n % ${GROUPS} in (g.id % ${GROUPS}, (g.id + 1) % ${GROUPS})`,
  );
  await sql.query(
    `insert into paper_mark (owner_id, paper_id, is_starred)
     select a.id::text, p.id, true from (select id, row_number() over (order by name_key) as n from account) a
     join generate_series(1, $1::int) as k on true
     join (select id, row_number() over (order by id) as n from paper) p on p.n = (a.n * k * 7919) % $2::int + 1
     on conflict do nothing`,
    [MARKS, PAPERS],
  );
  await sql.query(
    `insert into account_session (digest, account_id, address, program, expires_at)
     select $1, id, '127.0.0.1', 'bench', now() + interval '1 day' from account where user_name = 'person-1'`,
    [createHash('sha256').update(SESSION).digest()],
  );
  await sql.query('analyze');
}
