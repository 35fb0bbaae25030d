import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { BUILT_IN, givenPerson, TOKEN } from './people.ts';
import { startReplica } from './replica.ts';
import { useWorld } from './world.ts';
import { openEarlier } from './databases.ts';

const SESSION = '00000000-0000-4000-8000-000000000001';

/** Personal data as earlier versions stored it. */
const EARLIER = [
  `insert into paper (bibcode, title, authors, year, date, pub_journal, keywords, abstract, doi, preprint_id,
     citation_count, reference_count, doctype, provenance, title_key, surname_key, in_library_since, reading_state, is_starred)
   values ('code', 'One', '{}', '', '', '', '{}', '', '', '', 0, 0, '', '{}', '', '', now(), 'read', true)`,
  `insert into paper_name (name, paper_id) select 'bibcode:code', id from paper`,
  `insert into note (paper_id, position, last_position, note_text, highlight_color, selected_text)
   select id, 0, 0, text, 'pink', '' from paper, unnest(array['kept', 'deleted']) as text`,
  `with gone as (delete from note where note_text = 'deleted' returning *)
   insert into deleted_note (id, bibcode, note) select id, 'code', to_jsonb(gone) from gone`,
  `insert into collection (name) values ('outer')`,
  `insert into collection (parent_id, name) select id, 'inner' from collection`,
  `insert into collection_paper (collection_id, paper_id) select collection.id, paper.id from collection, paper`,
  `insert into tag (paper_id, name) select id, 'tagged' from paper`,
  `insert into saved_search (name, search, position) values ('starred', '{"is_starred": true}', 0)`,
  `insert into alert (name, query, source, schedule) values ('daily', 'stars', 'catalog', 'off')`,
  `insert into alert_paper (alert_id, paper_id) select alert.id, paper.id from alert, paper`,
  `insert into answer (question, paper_id, status, answer) select 'why?', id, 'answered', 'because' from paper`,
  `insert into agent_session (id, title, status, permission_mode, thinking)
   values ('${SESSION}', 'asked', 'completed', 'ask', false)`,
  `insert into agent_thread (session_id, thread, agent, depth, run) values ('${SESSION}', 0, 'main', 0, 0)`,
  `insert into agent_message (session_id, thread, role, content) values ('${SESSION}', 0, 'user', 'asked')`,
  `insert into active_paper (paper_id) select id from paper`,
];

const world = useWorld({ worker: false });
let api: Awaited<ReturnType<typeof startReplica>>;
beforeAll(async () => {
  await using earlier = await openEarlier('0038');
  for (const statement of EARLIER) await earlier.client.query(statement);
  await earlier.migrateTo();
  api = await startReplica(world, { DATABASE_URL: earlier.url, API_TOKEN: TOKEN });
});
afterAll(async () => await api.stop());

const LISTS = [
  ['/api/library/papers', /"reading_state":"read","is_starred":true,"note_count":1,"tags":\["tagged"\]/],
  ['/api/notes?bibcode=code', /"kept"/],
  ['/api/library/notes?q=kept', /"total":1/],
  ['/api/collections', /"outer".*"paper_count":1.*"inner".*"paper_count":1/],
  ['/api/library/papers?collection=1', /"total":1/],
  ['/api/tags', /"tagged"/],
  ['/api/library/searches', /"starred".*"paper_count":1/],
  ['/api/alerts', /"daily".*"new_count":1/],
  ['/api/alerts/1/papers', /"total":1/],
  ['/api/answers', /"because"/],
  ['/api/chat/sessions', /"asked"/],
  [`/api/chat/sessions/${SESSION}`, /"content":"asked"/],
  ['/api/library/export?format=bibtex', /kept/],
] as const;

test('data of earlier versions is complete and visible to everyone, and only administrators change it', async () => {
  const reader = await givenPerson(api, 'ada', 'reader');
  const chief = await givenPerson(api, 'chief', 'administrator');
  // Words of notes are indexed later, by the worker.
  await request(api.url).patch('/api/notes').set(BUILT_IN).send({ id: 1, note_text: 'kept' }).expect(200);
  for (const [path, content] of LISTS) {
    const texts = [];
    for (const headers of [BUILT_IN, reader.headers, chief.headers])
      texts.push((await request(api.url).get(path).set(headers).buffer(true).expect(200)).text);
    expect([path, texts[0]]).toEqual([path, expect.stringMatching(content)]);
    // Responses do not show that the rows have owners now.
    expect([path, texts[1], texts[2]]).toEqual([path, texts[0], texts[0]]);
  }
  const change = (headers: Readonly<Record<string, string>>, note_text: string) =>
    request(api.url).patch('/api/notes').set(headers).send({ id: 1, note_text });
  await change(reader.headers, 'changed').expect(403);
  await change(chief.headers, 'changed').expect(200);
  await request(api.url).post('/api/notes/restore').set(reader.headers).send({ id: 2 }).expect(404);
  const restored = await request(api.url).post('/api/notes/restore').set(BUILT_IN).send({ id: 2 }).expect(200);
  expect(restored.body).toMatchObject({ id: 2, note_text: 'deleted' });
  const active = await request(api.url).get('/api/active_bibcode').set(BUILT_IN).expect(200);
  expect(active.body).toEqual({ bibcode: 'code' });
});
