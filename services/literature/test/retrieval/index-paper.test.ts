import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { inTransaction, openDatabase } from '@almagest/service-kit/database';
import { until } from '@almagest/test-kit/until';
import { identityKeys } from '../../src/domain/papers/same-paper.ts';
import type { SourceRecord } from '../../src/domain/papers/source-record.ts';
import type { Database } from '../../src/persistence/database.ts';
import { storeRecords } from '../../src/persistence/papers/record-repository.ts';
import { changeRows } from '../table-lock.ts';
import { OFTEN_SWEPT, useWorld } from '../world.ts';
import { ask, embeddedTexts, givenParsed, givenText, shownPassages, untilEmbedded } from './passages.ts';

const world = useWorld({ env: OFTEN_SWEPT });
beforeAll(async () => {
  world.lab.setSettings({ publisherAt: 'mirror' });
});
afterEach(() => {
  world.lab.clearRequests();
});

interface StoredChunk {
  readonly id: number;
  readonly position: number;
  readonly text: string;
  readonly model: string;
}

async function chunksOf(bibcode: string): Promise<StoredChunk[]> {
  return await world.sql<StoredChunk>(
    `select chunk.id, chunk.position, chunk.text, model from chunk join paper on paper.id = paper_id
     join chunk_vector on chunk_id = chunk.id where bibcode = $1 order by chunk.position`,
    [bibcode],
  );
}

/** Returns the papers whose passages are found. Vectors of the laboratory can resemble each other by chance. */
async function found(question: string): Promise<string[]> {
  world.lab.clearRequests();
  await ask(world, question, 20);
  return shownPassages(world).map(({ bibcode }) => bibcode);
}

describe('a paper', () => {
  test('is found by its words as soon as it is parsed, and soon after by its vectors', async () => {
    const { bibcode } = await givenParsed(world, 'quist2017');
    const chunks = await chunksOf(bibcode);
    expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, index) => index));
    expect(await found('Which formal solver is of third order?')).toContain(bibcode);
    await untilEmbedded(world);
    expect((await chunksOf(bibcode)).every(({ model }) => model === 'lab-embedding')).toBe(true);
  });

  test('that is parsed again without a change keeps its chunks and requests no vectors', async () => {
    const { bibcode } = await givenParsed(world, 'okonkwo2014');
    await untilEmbedded(world);
    const before = await chunksOf(bibcode);
    world.lab.clearRequests();
    await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(200);
    expect(await chunksOf(bibcode)).toEqual(before);
    expect(embeddedTexts(world)).toEqual([]);
  });

  test('whose text changed is found only by its new words, and unchanged text is not embedded again', async () => {
    const { bibcode } = await givenText(world, 'ulrich1989', ['The quagga galaxy is old.', 'The dodo galaxy is far.']);
    await untilEmbedded(world);
    expect((await found('quagga galaxy'))[0]).toBe(bibcode);
    const before = await chunksOf(bibcode);
    world.lab.clearRequests();
    await givenText(world, 'ulrich1989', ['The okapi galaxy is new.', 'The dodo galaxy is far.']);
    await untilEmbedded(world);
    const embedded = embeddedTexts(world).filter((text) => text.includes('galaxy'));
    expect(embedded).toEqual([expect.stringContaining('okapi')]);
    expect(await found('quagga')).not.toContain(bibcode);
    expect((await found('okapi'))[0]).toBe(bibcode);
    const after = await chunksOf(bibcode);
    const idOf = (chunks: readonly StoredChunk[], word: string) => chunks.find(({ text }) => text.includes(word))?.id;
    expect(idOf(after, 'dodo')).toBe(idOf(before, 'dodo'));
  });

  test('loses its passages when it is deleted', async () => {
    const { bibcode } = await givenText(world, 'fontaine1996', ['The narwhal pulsar is quick.']);
    expect((await found('narwhal pulsar'))[0]).toBe(bibcode);
    await world.sql('delete from paper where bibcode = $1', [bibcode]);
    expect(await found('narwhal pulsar')).not.toContain(bibcode);
    expect(
      await world.sql(`select from chunk_vector left join chunk on id = chunk_id where id is null
                       union all select from paper_index left join paper on id = paper_id where id is null`),
    ).toEqual([]);
  });

  test('that is in the trash is not quoted until it is restored', async () => {
    const { bibcode } = await givenText(world, 'laurent1999', ['The axolotl pulsar is pink.']);
    expect((await found('axolotl pulsar'))[0]).toBe(bibcode);
    const move = (where: 'trash' | 'restore') =>
      world
        .call('post', `/api/library/${where}`)
        .send({ bibcodes: [bibcode] })
        .expect(200, { changed: 1 });
    await move('trash');
    expect(await found('axolotl pulsar')).not.toContain(bibcode);
    await move('restore');
    expect((await found('axolotl pulsar'))[0]).toBe(bibcode);
  });

  test('that is moved to the trash during a search is not quoted', async () => {
    const { bibcode } = await givenText(world, 'laurent1999', ['The pangolin pulsar is brown.']);
    await untilEmbedded(world);
    world.lab.clearRequests();
    // The search waits here, after it has found passages by their words.
    const held = await changeRows(world, 'lock table chunk_vector in access exclusive mode');
    const answered = found('pangolin pulsar');
    await until(() => embeddedTexts(world).some((text) => text.includes('pangolin pulsar')), 'the question');
    await held.untilBlocked(1);
    await world
      .call('post', '/api/library/trash')
      .send({ bibcodes: [bibcode] })
      .expect(200);
    await held.release();
    expect(await answered).not.toContain(bibcode);
    await world
      .call('post', '/api/library/restore')
      .send({ bibcodes: [bibcode] })
      .expect(200);
  });

  test('keeps its passages after a merge, and the passages of the merged paper are no longer found', async () => {
    const kept = await givenText(world, 'marchetti2007', ['The kept lemur quasar is red.']);
    const other = await givenText(world, 'chaudhary2002', ['The other lemur quasar is blue.']);
    const [row] = await world.sql<{ record: SourceRecord }>(
      `select record from source_record join paper on id = paper_id where bibcode = $1`,
      [kept.bibcode],
    );
    if (row === undefined) throw new Error('no record');
    const record = { ...row.record, formerBibcodes: [...row.record.formerBibcodes, other.bibcode] };
    const { db } = openDatabase<Database>(
      { url: world.env['DATABASE_URL'] ?? '', schema: 'literature' },
      { max: 1, onFault: () => undefined },
    );
    try {
      expect(identityKeys(record)).toContain(`bibcode:${other.bibcode}`);
      await inTransaction(db, (trx) => storeRecords(trx, [record], { keep: true }));
    } finally {
      await db.destroy();
    }
    const both = await found('lemur quasar');
    expect(both[0]).toBe(kept.bibcode);
    expect(both).not.toContain(other.bibcode);
    const texts = (await chunksOf(kept.bibcode)).map(({ text }) => text);
    expect(texts).toContainEqual('The kept lemur quasar is red.');
    await givenText(world, 'marchetti2007', ['Both lemur quasars are green.']);
    expect((await found('green lemur quasars'))[0]).toBe(kept.bibcode);
  });

  test('whose vectors are late is found by its words before papers that have vectors', async () => {
    const animals = ['ibex', 'lynx', 'tapir', 'heron', 'gecko', 'bison', 'otter'];
    // These passages resemble every question below in words and vectors, but answer none of them.
    const overviews = ['bright', 'faint', 'nearby', 'distant', 'young'].map(
      (kind) => `Of ${kind} galaxies the redshift was measured by others.`,
    );
    for (const key of ['hakala1993', 'delacruz2001', 'petrov1990']) await givenText(world, key, overviews);
    await untilEmbedded(world);
    const keys = 'marchetti2016 moreau2010 delacruz2013 gutierrez2018 vasquez2018 ortega2019 ibrahim2022'.split(' ');
    // Do this last, because the embedder then waits until the end. Every passage has a heading with `Part `, but no
    // question contains it.
    world.lab.setFault('provider.embeddings', { kind: 'timeout', only: 'Part ' });
    const first: (string | undefined)[] = [];
    const wanted: string[] = [];
    for (const [index, animal] of animals.entries()) {
      const text = `We have measured the ${animal} galaxy. The redshift of the ${animal} galaxy is 0.0${index + 1}.`;
      const { bibcode } = await givenText(world, keys[index] ?? '', [text]);
      wanted.push(bibcode);
      await ask(world, `What redshift has been measured of the ${animal} galaxy?`);
      first.push(shownPassages(world)[0]?.bibcode);
    }
    expect(first).toEqual(wanted);
    const [waiting] = await world.sql<{ count: number }>(
      `select count(*)::int as count from chunk_vector where model <> 'lab-embedding'`,
    );
    expect(waiting?.count).toBeGreaterThanOrEqual(keys.length);
  });
});
