import { until } from '@almagest/test-kit/until';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { OFTEN_SWEPT, openWorld, type World } from '../world.ts';
import { ask, embeddedTexts, givenParsed, givenText, untilEmbedded } from './passages.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld({ worker: false, env: OFTEN_SWEPT });
  world.lab.setSettings({ publisherAt: 'mirror' });
});
afterEach(async () => {
  await world.close();
});

interface Vector {
  readonly text: string;
  readonly model: string;
  readonly failures: number;
  readonly is_resting: boolean;
}

async function vectors(): Promise<Vector[]> {
  return await world.sql<Vector>(
    `select text, model, failures, not_before > now() as is_resting
     from chunk_vector join chunk on chunk.id = chunk_id order by chunk_id`,
  );
}

const textsOf = async (bibcode: string) =>
  await world.sql(
    'select chunk.text from chunk join paper on paper.id = paper_id where bibcode = $1 order by position',
    [bibcode],
  );

test('papers parsed before the index existed, or under older rules, are indexed', async () => {
  const endless = await givenParsed(world, 'quist2017');
  const first = await givenParsed(world, 'petrov2018');
  const second = await givenParsed(world, 'tanaka2012');
  const before = [await textsOf(first.bibcode), await textsOf(second.bibcode)];
  const id = '(select id from paper where bibcode = $1)';
  await world.sql(`delete from chunk where paper_id = ${id}`, [first.bibcode]);
  await world.sql(`delete from paper_index where paper_id = ${id}`, [first.bibcode]);
  await world.sql(`update paper_index set rules = 0 where paper_id = ${id}`, [second.bibcode]);
  await world.sql(`update chunk set text = 'old', hash = '' where position > 2 and paper_id = ${id}`, [second.bibcode]);
  // A text that is too long for the index does not stop the worker.
  await world.sql(`update paper_index set rules = 0 where paper_id = ${id}`, [endless.bibcode]);
  await world.sql(`update block set text = repeat('x ', 2600000) where position = 0 and paper_id = ${id}`, [
    endless.bibcode,
  ]);
  await world.startWorker();
  await until(async () => (await world.sql('select from paper_index where rules > 0')).length === 3, 'all papers');
  expect([await textsOf(first.bibcode), await textsOf(second.bibcode)]).toEqual(before);
  expect(await textsOf(endless.bibcode)).toEqual([]);
});

test('a paper with a very long paragraph is indexed up to its end, but not if it is longer than any book', async () => {
  const long = `${'The spectrum is flat. '.repeat(16_000)}The quokka pulsar is bright.`;
  const { bibcode } = await givenText(world, 'tanaka2012', [long]);
  const { sources } = await ask(world, 'quokka pulsar');
  expect(sources.map((source) => source.bibcode)).toEqual([bibcode]);
  const page = `<!DOCTYPE html><html><body><article class="ltx_document"><h1 class="ltx_title ltx_title_document">Long</h1><p class="ltx_p">${'The spectrum is flat. '.repeat(230_000)}</p></article></body></html>`;
  const upload = world.call('post', '/api/upload').field('bibcode', bibcode).field('type', 'html');
  await upload.attach('file', Buffer.from(page), 'f').expect(200);
  const { text } = await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(400);
  expect(text).toMatch(/the text has 5\d{6} characters, but a paper may have at most 5000000/);
});

test('a new embedding model gets a new vector for every passage', async () => {
  await givenParsed(world, 'quist2017');
  await world.startWorker();
  await untilEmbedded(world);
  world.lab.clearRequests();
  await world.sql(`update chunk_vector set model = 'an older model'`);
  await untilEmbedded(world);
  expect(embeddedTexts(world)).toHaveLength((await vectors()).length);
});

test('without an embedding model, no request is sent and all passages stay without vectors', async () => {
  await world.close();
  world = await openWorld({ worker: false, env: { ...OFTEN_SWEPT, EMBEDDING_MODEL: '' } });
  world.lab.setSettings({ publisherAt: 'mirror' });
  await givenParsed(world, 'quist2017');
  await world.sql('update paper_index set rules = 0');
  await world.startWorker();
  await until(async () => (await world.sql('select from paper_index where rules > 0')).length > 0, 'the worker to run');
  expect(embeddedTexts(world)).toEqual([]);
  expect((await vectors()).every(({ model }) => model === '')).toBe(true);
});

test('a passage that the model refuses waits, and the others get their vectors', async () => {
  await givenText(world, 'ulrich1989', ['The unspeakable galaxy is old.', 'The other galaxy is far.']);
  world.lab.setFault('provider.embeddings', { kind: 'server_error', status: 400, only: 'unspeakable' });
  await world.startWorker();
  await until(
    async () => (await vectors()).every(({ model, failures }) => model !== '' || failures > 0),
    'every passage to have its vector or to be refused',
  );
  const refused = (await vectors()).filter(({ model }) => model === '');
  expect(refused).toEqual([
    expect.objectContaining({ text: expect.stringContaining('unspeakable'), failures: 1, is_resting: true }),
  ]);
  world.lab.clearFaults();
  await world.sql(`update chunk_vector set not_before = now() where failures > 0`);
  await untilEmbedded(world);
  expect((await vectors()).every(({ failures, is_resting }) => failures === 0 && !is_resting)).toBe(true);
});

test('an unresponsive provider gets a pause, and its passages are not marked as refused', async () => {
  await givenText(world, 'ulrich1989', ['The galaxy is old.']);
  world.lab.setFault('provider.embeddings', { kind: 'forbidden' });
  const { stop } = await world.startWorker();
  await until(() => world.lab.requests({ route: 'provider.embeddings' }).length > 0, 'a request to the provider');
  await until(async () => !(await vectors()).some(({ is_resting }) => is_resting), 'the chunks to be released');
  expect((await vectors()).every(({ model, failures }) => model === '' && failures === 0)).toBe(true);
  await stop();
  world.lab.clearFaults();
  await world.startWorker();
  await untilEmbedded(world);
});
