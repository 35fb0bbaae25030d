import { inTransaction } from '@almagest/service-kit/database';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { SourceRecord } from '../src/domain/papers/source-record.ts';
import type { SkyObject } from '../src/domain/targets/sky-object.ts';
import type { Db } from '../src/persistence/database.ts';
import { storeRecords } from '../src/persistence/papers/record-repository.ts';
import { linkTarget, listTargets, storeTarget } from '../src/persistence/targets/target-repository.ts';
import { BLANK_RECORD } from './arbitrary-record.ts';
import { useDatabase } from './databases.ts';

let db: Db;
useDatabase((opened) => (db = opened));

const record = (more: Partial<SourceRecord>): SourceRecord => ({
  ...BLANK_RECORD,
  source: 'preprint',
  authors: ['Star, A.'],
  year: '2013',
  date: '2013-02-26',
  pubJournal: 'arXiv e-prints',
  doctype: 'eprint',
  ...more,
});

const object = (name: string): SkyObject => ({
  identity: `simbad:${name}`,
  canonicalName: name,
  raDeg: 1,
  decDeg: 2,
  objectType: null,
  spectralType: null,
  magnitudes: null,
  parallaxMas: null,
  radialVelocityKms: null,
  aliases: [],
  resolver: 'Simbad',
});

const store = (records: SourceRecord[]) => inTransaction(db, (trx) => storeRecords(trx, records, { keep: true }));
const link = (paperId: number, name: string) =>
  inTransaction(db, async (trx) => {
    const id = await storeTarget(trx, name, object(name));
    await linkTarget(trx, id, paperId);
  });
const linksOf = async () =>
  Object.fromEntries((await listTargets(db, {})).map(({ name, bibcodes }) => [name, bibcodes]));

/** Returns two papers, and the record that shows that they are the same. */
async function givenTwoOfOne(n: number) {
  const codes = [`201${n}arXiv130${n}.0001S`, `201${n}ApJ...70${n}..100S`] as const;
  const dois = [`10.1000/${n}`];
  const [first, second] = [
    record({ bibcode: codes[0], title: `First ${n}` }),
    record({ bibcode: codes[1], title: `Second ${n}`, dois }),
  ];
  const ids = [...(await store([first])), ...(await store([second]))];
  const both = record({ source: 'catalog', bibcode: codes[1], formerBibcodes: [codes[0]], title: `Second ${n}`, dois });
  return { ids, code: codes[1], both };
}

test('the links of papers that turn out to be the same are merged, each once', async () => {
  const { ids, code, both } = await givenTwoOfOne(3);
  const [first = 0, second = 0] = ids;
  expect(first).not.toBe(second);
  await link(first, 'shared');
  await link(second, 'shared');
  await link(first, 'of the first');
  await link(second, 'of the second');
  await store([both]);
  expect(await linksOf()).toEqual({ shared: [code], 'of the first': [code], 'of the second': [code] });
  await db.deleteFrom('paper').execute();
  expect(await linksOf()).toEqual({});
});

test('a link created during a merge of its paper is not lost', async () => {
  const { ids, code, both } = await givenTwoOfOne(4);
  const [, second = 0] = ids;
  const merging = await inTransaction(db, async (trx) => {
    await trx.selectFrom('paper').select('id').where('id', '=', second).forUpdate().execute();
    const id = await storeTarget(trx, 'late', object('late'));
    const merge = store([both]);
    await until(async () => {
      const { rows: waiting } = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
      return waiting.length > 0;
    }, 'the papers to be merged');
    await linkTarget(trx, id, second);
    return { merge };
  });
  await merging.merge;
  expect(await linksOf()).toEqual({ late: [code] });
});
