import { beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '@almagest/service-kit/database';
import request from 'supertest';
import { searchWords } from '../../src/domain/retrieval/search-words.ts';
import type { Database } from '../../src/persistence/database.ts';
import { foldWordCounts } from '../../src/persistence/retrieval/word-counts.ts';
import { startReplica } from '../replica.ts';
import { OFTEN_SWEPT, useWorld } from '../world.ts';
import { ask, givenText, shownPassages, untilEmbedded } from './passages.ts';
import { openEarlier } from '../databases.ts';

const world = useWorld({ env: OFTEN_SWEPT });
beforeAll(async () => {
  world.lab.setSettings({ publisherAt: 'mirror' });
});

/** Returns the codes of the papers that answer a question, best first. */
async function ranked(question: string, limit = 20): Promise<string[]> {
  world.lab.clearRequests();
  await ask(world, question, limit);
  return shownPassages(world).map(({ bibcode }) => bibcode);
}

/** Returns the word counts that differ from a recount of the passages. */
async function wrongCounts(): Promise<unknown[]> {
  return await world.sql(`
    with counted as (
      select word, sum(passages) as passages, sum(length) as length
      from (select * from word_count union all select * from word_change) as either group by word
    ), real as (
      select word, count(*) as passages, 0 as length from chunk, unnest(tsvector_to_array(words)) as word group by word
      union all select '', count(*), sum(n) from (
        select (select coalesce(sum(cardinality(positions)), 0) from unnest(words)) as n from chunk) as sized)
    select word, counted.*, real.* from counted full join real using (word)
    where coalesce(counted.passages, 0) <> coalesce(real.passages, 0)
       or coalesce(counted.length, 0) <> coalesce(real.length, 0)`);
}

async function fold(): Promise<void> {
  const { db } = openDatabase<Database>(
    { url: world.env['DATABASE_URL'] ?? '', schema: 'literature' },
    { max: 1, onFault: () => undefined },
  );
  try {
    await foldWordCounts(db);
  } finally {
    await db.destroy();
  }
}

/** Returns filler words that no other passage contains. */
const padding = (name: string, words: number) =>
  Array.from({ length: words }, (_, place) => `${name}${String.fromCharCode(97 + place)}x`).join(' ');

test('a word weighs more if it is frequent, in a short passage or in a heading', async () => {
  const once = await givenText(world, 'marchetti2016', [`The wombat glows. ${padding('un', 20)}.`]);
  const often = await givenText(world, 'moreau2010', [`The wombat of the wombat. ${padding('du', 20)}.`]);
  const short = await givenText(world, 'quist2017', ['The wombat.']);
  const headed = await givenText(world, 'ortega2019', [
    `</p></div><h3 class="ltx_title">Wombat</h3><div class="ltx_para"><p class="ltx_p">The wombat of the wombat. ${padding('tri', 19)}.`,
  ]);
  await untilEmbedded(world);
  const words = await world.sql<{ bibcode: string }>(
    `select bibcode from chunk join paper on paper.id = paper_id where chunk.words @@ 'wombat'`,
  );
  expect(words).toHaveLength(4);
  const order = await ranked('wombat');
  expect(order.indexOf(often.bibcode)).toBeLessThan(order.indexOf(once.bibcode));
  expect(order.indexOf(short.bibcode)).toBeLessThan(order.indexOf(once.bibcode));
  expect(order.indexOf(headed.bibcode)).toBeLessThan(order.indexOf(often.bibcode));
});

test('word counts follow added and removed passages, before and after they are folded', async () => {
  expect(await wrongCounts()).toEqual([]);
  await fold();
  expect(await wrongCounts()).toEqual([]);
  const { bibcode } = await givenText(world, 'delacruz2013', ['The aardvark is near.', 'The tapir is far.']);
  await givenText(world, 'delacruz2013', ['The aardvark is near.', 'The heron is far, and the heron is old.']);
  expect(await wrongCounts()).toEqual([]);
  await world.sql(`update chunk set words = to_tsvector('english', $1) where text like '%aardvark%'`, [
    searchWords('The aardvark again'),
  ]);
  expect(await wrongCounts()).toEqual([]);
  await world.sql('delete from paper where bibcode = $1', [bibcode]);
  await fold();
  expect(await wrongCounts()).toEqual([]);
});

test('a migration counts the existing passages', async () => {
  await using earlier = await openEarlier('0034');
  await earlier.client.query(
    `with paper as (
       insert into paper (bibcode, title, authors, year, date, pub_journal, keywords, abstract, doi, preprint_id,
                          citation_count, reference_count, doctype, provenance, title_key, surname_key)
       values ('code', 'Stars', '{}', '', '', '', '{}', '', '', '', 0, 0, '', '{}', '', '') returning id)
     insert into chunk (paper_id, position, first_block, last_block, headings, text, hash, words)
     select id, n, 0, 0, '{}', '', '', to_tsvector('english', 'stars and stars' || case when n % 2 = 0 then ' shine' else '' end)
     from paper, generate_series(1, 4503) as n`,
  );
  expect(await earlier.migrateTo('0036')).toEqual(['0035-word-counts', '0036-count-words']);
  const { rows } = await earlier.client.query(
    'select word, sum(passages)::int as passages, sum(length)::int as length from word_change group by word order by word',
  );
  expect(rows).toEqual([
    { word: '', passages: 4503, length: 4503 * 2 + 2251 },
    { word: 'shine', passages: 2251, length: 0 },
    { word: 'star', passages: 4503, length: 0 },
  ]);
});

test("papers in the trash don't displace other passages", async () => {
  const kept = await givenText(world, 'gutierrez2018', [`An okapi is one of many animals. ${padding('quad', 25)}.`]);
  const trashed: string[] = [];
  for (const key of ['vasquez2018', 'ibrahim2022', 'hakala1993'])
    trashed.push((await givenText(world, key, ['The okapi. Okapi, okapi!'])).bibcode);
  await untilEmbedded(world);
  expect(await ranked('okapi', 1)).not.toEqual([kept.bibcode]);
  await world.call('post', '/api/library/trash').send({ bibcodes: trashed }).expect(200);
  expect(await ranked('okapi', 1)).toEqual([kept.bibcode]);
  await world.call('post', '/api/library/restore').send({ bibcodes: trashed }).expect(200);
  expect((await ranked('okapi')).toSorted()).toEqual([...trashed, kept.bibcode].toSorted());
});

test('names, spellings and abbreviations are found in their other forms', async () => {
  const named = await givenText(world, 'rahman2024', [`The subdwarf HD 49798 is near. ${padding('quin', 8)}.`]);
  await givenText(world, 'petrov2022', [`HD 12, HD 13, HD 14, HD 15 and number 49798. ${padding('sex', 8)}.`]);
  const byWords = await startReplica(world, { EMBEDDING_MODEL: undefined });
  try {
    for (const question of ['HD 49798', 'HD49798', 'hd 49798']) {
      world.lab.clearRequests();
      await request(byWords.url).post('/api/chat/rag').send({ question, limit: 20 }).expect(200);
      expect([question, shownPassages(world)[0]?.bibcode]).toEqual([question, named.bibcode]);
    }
  } finally {
    await byWords.stop();
  }
  const spelt = await givenText(world, 'yilmaz2023', [`Its ionisation. ${padding('sept', 8)}.`]);
  await givenText(world, 'moreau2010', [
    `Far from an ensemble of quokkas (EOQ). ${padding('oct', 8)}.`,
    'An EOQ is rare.',
  ]);
  await untilEmbedded(world);
  expect(await ranked('ionization', 1)).toEqual([spelt.bibcode]);
  const texts = async (word: string) =>
    (await world.sql<{ text: string }>(`select text from chunk where words @@ to_tsquery('english', $1)`, [word])).map(
      ({ text }) => text,
    );
  expect(await texts('quokka')).toHaveLength(2);
  // Without the definition, the other passage no longer has the meaning.
  await givenText(world, 'moreau2010', ['Far from it.', 'An EOQ is rare.']);
  expect(await texts('quokka')).toEqual([]);
  expect(await texts('eoq')).toEqual(['An EOQ is rare.']);
});
