// Tests imports of linked libraries whose worker dies, and that other people and the log don't see them.
import type { Collection, LibraryPaper, OwnData } from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { article, givenZotero, LINKED, listLinked, wholeImport, ZOTERO_KEY } from '../linked-calls.ts';
import { BUILT_IN, givenPerson, WITH_TOKEN } from '../people.ts';
import { lockTable } from '../table-lock.ts';
import { PDF } from '../upload-calls.ts';
import { openWorld } from '../world.ts';
import { useKillableWorld } from './killable.ts';

const BODY = { kind: 'zotero', library: 'users/7', key: ZOTERO_KEY };

const { world, startWorker } = useKillableWorld(async () => await openWorld({ worker: false, env: WITH_TOKEN }));

/** Makes the worker look silent for a minute. */
async function letWorkerBeMissed(): Promise<void> {
  await world.sql(`update linked_library set lease_renewed_at = lease_renewed_at - interval '1 minute'`);
}

test('an import whose worker is killed is resumed, without lost or duplicate data', async () => {
  const library = givenZotero(world);
  const place = library.put('collections', { name: 'All' });
  const keys = Array.from({ length: 160 }, (_, number) =>
    library.put('items', article(`Killed paper ${number}`, { collections: [place], tags: [{ tag: 'kept' }] })),
  );
  library.put('items', { itemType: 'note', parentItem: keys[0], note: '<p>one note</p>' });
  library.attach(keys[1] ?? '', 'one.pdf', PDF);
  let worker = await startWorker();
  const { id } = (await world.call('post', LINKED).set(BUILT_IN).send(BODY).expect(200)).body as { id: number };
  const doneOf = async () => (await listLinked(world, BUILT_IN))[0]?.done ?? 0;
  const restart = async () => {
    await worker.kill();
    world.lab.clearFaults();
    await letWorkerBeMissed();
  };
  // Between two steps: the third list of entries never arrives.
  world.lab.setFault('zotero.items', { kind: 'hold', after: 3 });
  await until(async () => (await doneOf()) === 101, 'the collection and two lists of entries to be stored');
  await restart();
  // Within a step: the entries are read and not yet stored.
  const lock = await lockTable(world, 'source_record');
  worker = await startWorker();
  await lock.untilWaiting();
  await worker.kill();
  await lock.release();
  // After the entries: the file is not yet stored.
  world.lab.setFault('zotero.storage', { kind: 'hold' });
  await letWorkerBeMissed();
  worker = await startWorker();
  await until(() => world.lab.requests({ route: 'zotero.storage' }).length > 0, 'the download of the file');
  await restart();
  await startWorker();
  const { counts, failure } = await wholeImport(world, id, BUILT_IN);
  expect([failure, counts]).toEqual(['', { papers: 160, changed: 0, notes: 1, highlights: 0, files: 1, removed: 0 }]);
  const { body } = await world.call('get', '/api/library/papers').query({ limit: 500 }).set(BUILT_IN).expect(200);
  const { papers } = body as { papers: LibraryPaper[] };
  expect(papers.map(({ title }) => title).toSorted()).toEqual(
    keys.map((_, number) => `Killed paper ${number}`).toSorted(),
  );
  expect(papers.filter(({ tags, collections }) => tags.length === 1 && collections.length === 1)).toHaveLength(160);
  expect(papers.filter(({ note_count }) => note_count === 1)).toHaveLength(1);
  expect(papers.filter(({ is_downloaded }) => is_downloaded)).toHaveLength(1);
});

test('a linked library belongs to one person, and its key appears in no response, row, file or log', async () => {
  const library = givenZotero(world);
  const place = library.put('collections', { name: 'xqcollection' });
  const one = library.put('items', article('A common paper', { collections: [place], tags: [{ tag: 'xqtag' }] }));
  library.put('items', { itemType: 'note', parentItem: one, note: '<p>xqnote</p>' });
  library.put('items', { itemType: 'attachment', parentItem: one, linkMode: 'linked_url', title: 'xqpage' });
  const gone = library.put('items', article('Another common paper'));
  const worker = await startWorker('trace');
  const ada = await givenPerson(world, 'ada', 'member');
  const linked = await world.call('post', LINKED).set(ada.headers).send(BODY).expect(200);
  const { id } = linked.body as { id: number };
  await wholeImport(world, id, ada.headers);
  library.remove('items', gone);
  await world.call('post', `${LINKED}/${id}/refresh`).set(ada.headers).expect(200);
  const removed = async () => (await listLinked(world, ada.headers))[0]?.removal_count === 1;
  await until(removed, 'the removal to be found');
  const ben = await givenPerson(world, 'ben', 'administrator');
  for (const { headers } of [ben, { headers: BUILT_IN }]) {
    expect(await listLinked(world, headers)).toEqual([]);
    for (const path of ['/api/tags', '/api/collections', '/api/library/notes', '/api/library/papers'])
      expect(JSON.stringify((await world.call('get', path).set(headers).expect(200)).body)).not.toContain('xq');
  }
  const own = (await world.call('get', '/api/collections').set(ada.headers).expect(200)).body as Collection[];
  expect(own.map(({ name }) => name).toSorted()).toEqual(['Zotero: ada', 'xqcollection']);
  const data = (await world.call('get', '/api/account/export').set(ada.headers).expect(200)).body as OwnData;
  expect(data.data['linked_library']).toHaveLength(1);
  const rows = await world.sql('select to_jsonb(t)::text, sealed_key from linked_library t');
  const shown = [
    linked.body,
    data,
    await listLinked(world, ada.headers),
    rows.map((row) => Object.values(row).map(String)),
  ];
  for (const text of [JSON.stringify(shown), worker.output()]) expect(text).not.toContain(ZOTERO_KEY);
  expect(JSON.stringify(data)).not.toContain('sealed_key');
  expect(worker.output()).not.toContain('xqnote');
});

test('the libraries of removed and disabled people cause no requests', async () => {
  const library = givenZotero(world);
  library.put('items', article('Read once'));
  await startWorker();
  const ada = await givenPerson(world, 'ada', 'member');
  const { id } = (await world.call('post', LINKED).set(ada.headers).send(BODY).expect(200)).body as { id: number };
  await wholeImport(world, id, ada.headers);
  await world.call('patch', `/api/people/${ada.id}`).set(BUILT_IN).send({ disabled: true }).expect(200);
  world.lab.clearRequests();
  await world.sql('update linked_library set next_run_at = now()');
  await until(async () => {
    const [row] = await world.sql<{ failure: string }>('select failure from linked_library where next_run_at > now()');
    return row?.failure === 'The account is disabled.';
  }, 'the import to be skipped');
  expect(world.lab.requests({ host: 'zotero' })).toEqual([]);
});
