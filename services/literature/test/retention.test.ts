import { utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { beforeAll, expect, test } from '@jest/globals';
import type { AgentMetrics, NoteRecord, PaperFiles } from '@almagest/contracts/literature';
import { ask, resumeStream, readSession } from './agent-calls.ts';
import { cleanUp } from './clean-up.ts';
import { filesOf, pathOf } from './library-files.ts';
import { givenFound } from './papers.ts';
import { printedPdf } from './printed-pdf.ts';
import { changeRows } from './table-lock.ts';
import { longArticle } from './translation/long-article.ts';
import { asked, givenArticle, translate } from './translation/translation-calls.ts';
import { HTML } from './upload-calls.ts';
import { useWorld } from './world.ts';

const world = useWorld({ env: { AGENT_EVENT_DAYS: '3', DELETED_SESSION_DAYS: '5', TRANSLATION_MEMORY_DAYS: '8' } });
let bibcode: string;
beforeAll(async () => {
  ({ bibcode } = await givenFound(world, 'okonkwo2014'));
});

const count = async (what: string): Promise<number> =>
  (await world.sql<{ n: number }>(`select count(*)::int as n from ${what}`))[0]?.n ?? -1;

const makeOlder = async (table: string, column: string, days: number, where: string): Promise<void> =>
  void (await world.sql(`update ${table} set ${column} = ${column} - make_interval(days => ${days}) where ${where}`));

const readMetrics = async () => (await world.call('get', '/api/chat/metrics').expect(200)).body as AgentMetrics;

/** Creates a session with a call that works and one that fails. */
async function givenSession(title: string): Promise<string> {
  const calls = [
    { name: 'list_notes', arguments: { bibcode } },
    { name: 'absent', arguments: {} },
  ];
  world.lab.setScript([{ when: title, tool_calls: calls }, { text: 'seen to' }]);
  return (await ask(world, title)).sessionId;
}

test('the events of a session are removed some days after its last run, and its messages are kept', async () => {
  const old = await givenSession('the old one');
  const young = await givenSession('the young one');
  const running = await givenSession('the running one');
  const before = await readSession(world, old);
  await makeOlder('agent_session', 'updated_at', 4, `id in ('${old}', '${running}')`);
  await makeOlder('agent_session', 'updated_at', 2, `id = '${young}'`);
  await world.sql(`update agent_session set status = 'running', lease_holder = gen_random_uuid(),
    lease_renewed_at = now() + interval '1 hour' where id = '${running}'`);
  await cleanUp(world);
  expect(await count(`agent_event where session_id = '${old}'`)).toBe(0);
  for (const id of [young, running]) expect(await count(`agent_event where session_id = '${id}'`)).toBeGreaterThan(0);
  expect(await readSession(world, old)).toMatchObject({ messages: before.messages, summary: before.summary });
  // Opening the stream again returns no events. Another run continues the numbering.
  expect(await resumeStream(world.url, old, 1)).toEqual([]);
  world.lab.setScript([{ text: 'here again' }]);
  const { events } = await ask(world, 'are you there?', { session_id: old });
  expect(events.at(0)?.id).toBeGreaterThan(1);
  expect(events.at(-1)).toMatchObject({ kind: 'done', data: { status: 'completed' } });
});

test('a deleted session is removed some days later, and the metrics of the person still count it', async () => {
  const [gone, kept, used] = [await givenSession('gone'), await givenSession('kept'), await givenSession('used')];
  const foreign = await givenSession('of another person');
  for (const id of [gone, kept, foreign]) await world.call('delete', `/api/chat/sessions/${id}`).expect(200);
  await world.sql(`update agent_session set owner_id = 'someone else' where id = '${foreign}'`);
  const before = await readMetrics();
  await makeOlder('agent_session', 'deleted_at', 6, `id in ('${gone}', '${foreign}')`);
  await makeOlder('agent_session', 'deleted_at', 4, `id = '${kept}'`);
  await makeOlder('agent_session', 'updated_at', 1_000, `id = '${used}'`);
  await cleanUp(world);
  for (const table of ['agent_message', 'agent_call', 'agent_event', 'agent_thread'])
    expect([table, await count(`${table} where session_id = '${gone}'`)]).toEqual([table, 0]);
  expect(await count(`agent_session where id in ('${gone}', '${foreign}')`)).toBe(0);
  for (const id of [kept, used]) expect(await count(`agent_call where session_id = '${id}'`)).toBe(2);
  expect(await readMetrics()).toEqual(before);
  // Repeat, so that new removals are added to earlier removals.
  await makeOlder('agent_session', 'deleted_at', 6, `id = '${kept}'`);
  await cleanUp(world);
  expect(await count(`agent_session where id = '${kept}'`)).toBe(0);
  expect(await readMetrics()).toEqual(before);
});

test('removes more sessions at once than fit into one transaction', async () => {
  await world.sql(`insert into agent_session (id, title, status, permission_mode, thinking, deleted_at)
    select gen_random_uuid(), 'one of many', 'completed', 'ask', false, now() - interval '6 days' from generate_series(1, 120)`);
  await cleanUp(world);
  expect(await count(`agent_session where title = 'one of many'`)).toBe(0);
});

test('translated texts are removed some days after a translation last used them', async () => {
  const paper = await givenArticle(world, 'quist2017', longArticle(1).html);
  world.lab.setScript([]);
  await translate(world, paper);
  const texts = await count('translated_text');
  expect(texts).toBeGreaterThan(1);
  // Using a text that is about to expire makes it recent again.
  await makeOlder('translated_text', 'used_at', 7, 'true');
  await world.sql('update paper set translation_location = null, translation_language = null');
  world.lab.clearRequests();
  await translate(world, paper);
  expect(asked(world)).toEqual([]);
  await makeOlder('translated_text', 'used_at', 7, 'true');
  await cleanUp(world);
  expect(await count('translated_text')).toBe(texts);
  await makeOlder('translated_text', 'used_at', 2, 'true');
  await cleanUp(world);
  expect(await count('translated_text')).toBe(0);
});

test('the files of papers stay, including files that are not chosen, and other files are removed after a week', async () => {
  const paper = await givenArticle(world, 'zhao2023', longArticle(1).html);
  world.lab.setScript([]);
  await translate(world, paper);
  const call = world.call('post', '/api/papers/files').field({ bibcode: paper, type: 'html' });
  const added = ((await call.attach('file', HTML, 'f').expect(200)).body as PaperFiles).files[0]?.id;
  await world.call('patch', `/api/papers/files/${added}`).send({ is_chosen: true }).expect(200);
  await world.call('post', '/api/parse').send({ bibcode: paper }).expect(200);
  const files = await filesOf(world, paper);
  // Two pages, their texts and one translation.
  expect(files).toHaveLength(5);
  const folder = dirname(await pathOf(world, paper, 'html'));
  await writeFile(join(folder, 'old.md'), '');
  for (const name of [...files, 'old.md']) await utimes(join(folder, name), 0, 0);
  await writeFile(join(folder, 'recent.md'), '');
  await cleanUp(world);
  await until(async () => !(await filesOf(world, paper)).includes('old.md'), 'the sweep of the folder');
  await cleanUp(world);
  expect(await filesOf(world, paper)).toEqual([...files, 'recent.md'].toSorted());
});

test('a paper is deleted with its notes after 30 days in the trash', async () => {
  const { bibcode: old } = await givenFound(world, 'swiatek2012');
  const { bibcode: young } = await givenFound(world, 'jorgensen2003');
  const bibcodes = [old, young];
  const note = { paragraph_index: 0, note_text: 'n', highlight_color: 'blue', selected_text: '' };
  for (const bibcode of bibcodes)
    await world
      .call('post', '/api/notes')
      .send({ ...note, bibcode })
      .expect(200);
  await world.call('post', '/api/library/trash').send({ bibcodes }).expect(200);
  await makeOlder('paper', 'trashed_at', 31, `bibcode = '${old}'`);
  await makeOlder('paper', 'trashed_at', 29, `bibcode = '${young}'`);
  // Older than the limit for papers outside the library.
  await makeOlder('paper', 'updated_at', 200, `bibcode in ('${old}', '${young}')`);
  await cleanUp(world);
  await world.call('get', '/api/paper').query({ bibcode: old }).expect(404);
  expect(await count(`note join paper on paper.id = paper_id where bibcode = '${young}'`)).toBe(1);
  await world
    .call('post', '/api/library/restore')
    .send({ bibcodes: [young] })
    .expect(200);
});

test('a paper that is restored while the trash is emptied stays', async () => {
  const { bibcode: restored } = await givenFound(world, 'swiatek2012');
  await world.call('post', '/api/papers').send({ identifier: restored }).expect(200);
  await world
    .call('post', '/api/library/trash')
    .send({ bibcodes: [restored] })
    .expect(200);
  await makeOlder('paper', 'trashed_at', 31, `bibcode = '${restored}'`);
  const restoring = await changeRows(
    world,
    'update paper set in_library_since = now(), trashed_at = null where bibcode = $1',
    [restored],
  );
  const cleaning = cleanUp(world);
  await Promise.race([cleaning, restoring.untilBlocked(1)]);
  await restoring.commit();
  await cleaning;
  await world.call('get', '/api/paper').query({ bibcode: restored }).expect(200);
});

test('attempts to sign in are forgotten after an hour', async () => {
  await world.sql(`insert into rate_limit_hit (key, at) select key, now() - minutes * interval '1 minute'
    from (values ('old', 61), ('young', 59)) as hit (key, minutes)`);
  await cleanUp(world);
  expect(await world.sql(`select key from rate_limit_hit where key in ('old', 'young')`)).toEqual([{ key: 'young' }]);
});

test('a deleted alert is removed after 30 days', async () => {
  const ids: number[] = [];
  for (const q of ['old', 'young', 'kept']) {
    const { body } = await world.call('post', '/api/alerts').send({ q, source: 'all', schedule: 'off' }).expect(200);
    ids.push((body as { id: number }).id);
  }
  for (const id of ids.slice(0, 2)) await world.call('delete', `/api/alerts/${id}`).expect(200);
  await makeOlder('alert', 'deleted_at', 31, `query = 'old'`);
  await makeOlder('alert', 'deleted_at', 29, `query = 'young'`);
  await cleanUp(world);
  const statuses = ids.map(async (id) => (await world.call('post', `/api/alerts/${id}/restore`)).status);
  expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
});

test('deleted notes and files are removed after 30 days, and others are kept', async () => {
  const { bibcode } = await givenFound(world, 'xu2009');
  const note = { bibcode, paragraph_index: 0, note_text: 'n', highlight_color: 'blue', selected_text: '' };
  const [oldNote = 0, youngNote = 0] = await Promise.all(
    [1, 2].map(async () => ((await world.call('post', '/api/notes').send(note).expect(200)).body as NoteRecord).id),
  );
  for (const id of [oldNote, youngNote]) await world.call('delete', '/api/notes').query({ id }).expect(200);
  const texts = ['chosen', 'old', 'young'];
  const ids: number[] = [];
  for (const text of texts) {
    const call = world.call('post', '/api/papers/files').field({ bibcode, type: 'pdf' });
    const { body } = await call.attach('file', printedPdf([text, 'A title', 'F. Fox']), 'f').expect(200);
    ids.push((body as PaperFiles).files[0]?.id ?? 0);
  }
  const [chosen, oldFile, youngFile] = ids;
  for (const id of [oldFile, youngFile]) await world.call('delete', `/api/papers/files/${id}`).expect(200);
  for (const [days, noteId, fileId] of [
    [31, oldNote, oldFile],
    [29, youngNote, youngFile],
  ] as const) {
    await makeOlder('deleted_note', 'deleted_at', days, `id = ${noteId}`);
    await makeOlder('paper_file', 'trashed_at', days, `id = ${fileId}`);
  }
  await cleanUp(world);
  await world.call('post', '/api/notes/restore').send({ id: oldNote }).expect(404);
  await world.call('post', '/api/notes/restore').send({ id: youngNote }).expect(200);
  const { body } = await world.call('get', '/api/papers/files').query({ bibcode }).expect(200);
  expect((body as PaperFiles).files.map(({ id }) => id)).toEqual([youngFile, chosen]);
});

test('found papers are removed after 90 days, except in the library, open or new in an alert', async () => {
  const keys = ['stone1991', 'tanaka2012', 'ulrich1989', 'marchetti2007', 'laurent1999', 'hakala1993', 'yilmaz2017'];
  const codes: string[] = [];
  for (const key of keys) codes.push((await givenFound(world, key)).bibcode);
  const [unused = '', recent, kept, open, found, seen, openElsewhere] = codes;
  await world.call('post', '/api/papers').send({ identifier: kept }).expect(200);
  await world.call('post', '/api/active_bibcode').send({ bibcode: open }).expect(200);
  await world.sql(
    `insert into person_active_paper (owner_id, paper_id) select 'a person', id from paper where bibcode = $1`,
    [openElsewhere],
  );
  const { body } = await world.call('post', '/api/alerts').send({ q: 'x', source: 'catalog', schedule: 'off' });
  for (const code of [found, seen])
    await world.sql(
      'insert into alert_paper (alert_id, paper_id, seen_at) select $1, id, $3 from paper where bibcode = $2',
      [(body as { id: number }).id, code, code === seen ? new Date() : null],
    );
  await makeOlder('paper', 'updated_at', 91, 'true');
  await world.sql(`update paper set updated_at = updated_at + interval '2 days' where bibcode = $1`, [recent]);
  await cleanUp(world);
  const left = await world.sql<{ bibcode: string }>('select bibcode from paper where bibcode = any($1)', [codes]);
  expect(left.map((row) => row.bibcode).toSorted()).toEqual(
    codes.filter((code) => code !== unused && code !== seen).toSorted(),
  );
});
