import type {
  AssetBatchStatus,
  CitationNetwork,
  NoteRecord,
  PaperText,
  StandardPaper,
} from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { useWorld } from './world.ts';

const world = useWorld();

const QUERY = 'winds';

test('papers are found, added, downloaded, parsed, read and annotated', async () => {
  const found = (await world.call('get', '/api/search').query({ q: QUERY, rows: 20 }).expect(200))
    .body as StandardPaper[];
  expect(found.length).toBeGreaterThan(1);
  expect(new Set(found.map(({ bibcode }) => bibcode)).size).toBe(found.length);
  expect((await world.call('get', '/api/library').expect(200)).body).toEqual([]);

  await world.call('post', '/api/sync/meta/run').send({ q: QUERY, source: 'all', limit: 30 }).expect(200);
  await until(async () => {
    const { body } = await world.call('get', '/api/sync/meta/status').expect(200);
    return (body as { active: boolean }).active ? undefined : true;
  }, 'the synchronisation');
  const library = (await world.call('get', '/api/library').expect(200)).body as StandardPaper[];
  expect(library.length).toBeGreaterThan(1);

  await world.call('post', '/api/sync/asset/run').send({ action: 'all', scope: 'all' }).expect(200);
  const status = await until(async () => {
    const body = (await world.call('get', '/api/sync/asset/status').expect(200)).body as AssetBatchStatus;
    return body.active ? undefined : body;
  }, 'the batch');
  expect(status).toMatchObject({ total: library.length });
  expect(status.parsed).toBeGreaterThan(0);

  const [parsed] = ((await world.call('get', '/api/library').expect(200)).body as StandardPaper[]).filter(
    (paper) => paper.has_markdown,
  );
  const { bibcode } = parsed ?? { bibcode: '' };
  const text = (await world.call('get', '/api/paper').query({ bibcode }).expect(200)).body as PaperText;
  expect(text.english_content).toContain(parsed?.title.slice(0, 10));
  const note = { bibcode, paragraph_index: 3, note_text: 'look', highlight_color: 'green', selected_text: '' };
  const written = (await world.call('post', '/api/notes').send(note).expect(200)).body as NoteRecord;
  expect(written).toMatchObject(note);
  await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(200);
  expect((await world.call('get', '/api/notes').query({ bibcode }).expect(200)).body).toEqual([written]);
  const network = (await world.call('get', '/api/citations').query({ bibcode }).expect(200)).body as CitationNetwork;
  expect(network.references.length + network.citations.length).toBeGreaterThan(0);
  await world.call('post', '/api/active_bibcode').send({ bibcode }).expect(200);
  expect((await world.call('get', '/api/active_bibcode').expect(200)).body).toEqual({ bibcode });
  const { body } = await world
    .call('post', '/api/export')
    .send({ bibcodes: [bibcode, '1999ApJ...999..999X'] })
    .expect(200)
    .expect('X-Missing-Bibcodes', '1999ApJ...999..999X');
  expect((body as { bibtex: string }).bibtex).toContain(bibcode);
});
