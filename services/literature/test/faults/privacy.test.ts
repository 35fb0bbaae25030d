import { onlyReads, type Operation } from '@almagest/contracts';
import { literatureOperations, type AnswerRecord, type NoteRecord } from '@almagest/contracts/literature';
import { knownValues } from '@almagest/test-kit/operation-keys';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startApiProcess, startWorkerProcess, type Program } from './processes.ts';
import { GOOD, type OperationName } from '../good-requests.ts';
import { BUILT_IN, givenPerson, WITH_TOKEN } from '../people.ts';
import { openWorld, type World } from '../world.ts';

/** A word in everyone's notes. A search for this word must find only the caller's notes. */
const COMMON_WORD = 'perihelion';

interface Person {
  readonly headers: Readonly<Record<string, string>>;
  /** The ids of the person's objects, by the beginning of their paths. */
  readonly ids: Readonly<Record<string, string>>;
  readonly note: number;
  readonly deletedNote: number;
  readonly feed: string;
  /** Words that only this person has written. */
  readonly words: readonly string[];
}

let world: World;
let api: Program & { readonly url: string };
let worker: Program;
let paper: string;
const people = new Map<string, Person>();
const accounts = new Map<string, string>();
beforeAll(async () => {
  world = await openWorld({ worker: false, env: WITH_TOKEN });
  const { env } = world;
  api = await startApiProcess(env, 'trace');
  worker = await startWorkerProcess(env, 'trace');
  const search = { q: `bibcode:"${world.lab.library.byKey('okonkwo2014').bibcode}"`, source: 'catalog' };
  const found = await request(api.url).get('/api/search').query(search).set(BUILT_IN).expect(200);
  [{ bibcode: paper }] = found.body as [{ bibcode: string }];
  for (const name of ['ada', 'ben']) people.set(name, await fill(name));
});
afterAll(async () => {
  await Promise.all([api.kill(), worker.kill()]);
  await world.close();
});

/** Creates an account with one object of each kind. Each text has a word that no other person writes. */
async function fill(name: string): Promise<Person> {
  const { id: account, key } = await givenPerson(api, name, 'member');
  accounts.set(name, account);
  const { headers } = await key();
  const words: string[] = [];
  const word = (what: string) => {
    words.push(`xq${name}${what}`);
    return `xq${name}${what}`;
  };
  const post = async <R>(path: string, body: object): Promise<R> =>
    (await request(api.url).post(path).set(headers).send(body).expect(200)).body as R;
  const note = (text: string) => ({ ...GOOD.addNote, bibcode: paper, note_text: `${COMMON_WORD} ${text}` });
  const kept = await post<NoteRecord>('/api/notes', note(word('note')));
  const deleted = await post<NoteRecord>('/api/notes', note(word('deleted')));
  await request(api.url).delete('/api/notes').query({ id: deleted.id }).set(headers).expect(200);
  const collection = await post<{ id: number }>('/api/collections', { name: word('collection') });
  await post('/api/collections', { name: word('inner'), parent_id: collection.id });
  await post(`/api/collections/${collection.id}/papers`, { add: [paper] });
  await post('/api/tags', { bibcodes: [paper], add: [word('tag')] });
  await post('/api/library/marks', { bibcodes: [paper], reading_state: 'reading', is_starred: true });
  await post('/api/active_bibcode', { bibcode: paper });
  const search = await post<{ id: number }>('/api/library/searches', {
    name: word('search'),
    search: { words: word('words') },
  });
  const alert = await post<{ id: number }>('/api/alerts', {
    name: word('alert'),
    q: word('query'),
    source: 'catalog',
    schedule: 'daily',
  });
  const { path: feed } = await post<{ path: string }>(`/api/alerts/${alert.id}/feed`, {});
  const ris = `TY  - JOUR\nTI  - An imported paper\nAU  - Writer, A.\nPY  - 2001\nN1  - ${word('imported')}\nER  - \n`;
  await request(api.url).post('/api/import').set(headers).attach('file', Buffer.from(ris), 'a.ris').expect(200);
  const asked = { 'content-type': 'application/json', ...headers };
  const stream = async (path: string, body: object) => {
    const answer = await fetch(api.url + path, { method: 'POST', headers: asked, body: JSON.stringify(body) });
    expect([path, answer.status]).toEqual([path, 200]);
    return { text: await answer.text(), session: answer.headers.get('x-session-id') ?? '' };
  };
  await stream('/api/answers', { question: word('question') });
  const { answers } = (await request(api.url).get('/api/answers').set(headers).expect(200)).body as {
    answers: AnswerRecord[];
  };
  world.lab.setScript([{ text: word('reply') }]);
  const { session } = await stream('/api/chat/agent', { question: word('agent') });
  const ids = {
    '/api/collections/': String(collection.id),
    '/api/library/searches/': String(search.id),
    '/api/alerts/': String(alert.id),
    '/api/answers/': String(answers[0]?.id),
    '/api/chat/sessions/': session,
  };
  return { headers, ids, note: kept.id, deletedNote: deleted.id, feed, words };
}

/** Returns requests of an operation that name the objects of a person. */
function requestsFor(name: OperationName, { path, query, body }: Operation, of: Person) {
  const begin = Object.keys(of.ids).find((prefix) => path.startsWith(prefix));
  const id = begin === undefined ? '1' : of.ids[begin];
  const collection = Number(of.ids['/api/collections/']);
  const filled = path.replace('{id}', id ?? '1').replaceAll(/\{\w+\}/g, '1');
  const values = { bibcode: paper, q: COMMON_WORD, source: 'catalog', name: 'x', id: String(of.note) };
  const format = ['bibtex', 'ris', 'csl-json', 'markdown', 'text'];
  const queries = [
    values,
    { ...values, collection: String(collection), directly_in: String(collection) },
    { q: COMMON_WORD, with_counts: 'true', in_trash: 'true', only_new: 'false' },
    {},
  ].flatMap((one) => {
    const known = knownValues(query, one);
    return knownValues(query, { format: '' })['format'] === undefined
      ? [known]
      : format.map((f) => ({ ...known, format: f }));
  });
  const given = { ...GOOD[name], bibcode: paper };
  const bodies = [
    {
      ...given,
      id: of.note,
      session_id: of.ids['/api/chat/sessions/'],
      collection_id: collection,
      parent_id: collection,
    },
    { ...given, id: of.deletedNote },
  ].map((one) => knownValues(body, one as Record<string, unknown>));
  return queries.flatMap((one) =>
    (body === undefined ? [undefined] : bodies).map((content) => ({
      address: `${filled}?${new URLSearchParams(one).toString()}`,
      content,
    })),
  );
}

/** Reads a response. Event streams that stay open are read until they have sent something. */
async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get('content-type') !== 'text/event-stream') return await answer.text();
  let text = '';
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (/event: \w+\ndata: .*\n\n/.test(text)) break;
  }
  return text;
}

/** Operations that end the access of the caller, and operations that read forms. */
const LEFT_OUT = new Set('signOut changePassword endOwnSession deleteOwnKey uploadPaper importLibrary'.split(' '));

const operations = Object.entries(literatureOperations as Readonly<Record<string, Operation>>) as [
  OperationName,
  Operation,
][];

async function ownRows(account: string | undefined): Promise<unknown> {
  const tables = ['note', 'deleted_note', 'collection', 'tag', 'alert', 'answer', 'agent_session', 'saved_search'];
  const rows = [];
  for (const table of [...tables, 'paper_mark', 'person_active_paper']) {
    const columns = `to_jsonb(t) - 'words' - 'lease_renewed_at' - 'last_attempt_at' - 'last_checked_at' - 'next_check_at'`;
    const found = await world.sql(
      `select ${columns} - 'known_since' - 'failures' - 'lease_holder' as row from ${table} t where owner_id = $1 order by 1`,
      [account],
    );
    expect([table, found.length > 0]).toEqual([table, true]);
    rows.push(found);
  }
  return rows;
}

/**
 * Sends all requests as one caller with the ids of another person. Returns the responses that contain words of that
 * person.
 */
async function leaks(
  headers: Readonly<Record<string, string>>,
  of: Person,
  isTried: (operation: Operation) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const [name, operation] of operations) {
    if (LEFT_OUT.has(name) || !isTried(operation)) continue;
    for (const { address, content } of requestsFor(name, operation, of)) {
      const answer = await fetch(api.url + address, {
        method: operation.method.toUpperCase(),
        headers: { ...headers, ...(content === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
      });
      const text = `${await textOf(answer)} ${JSON.stringify([...answer.headers])}`.toLowerCase();
      for (const word of of.words) if (text.includes(word)) found.push(`${name} ${address}: ${answer.status} ${word}`);
    }
  }
  return found;
}

const personOf = (name: string) => people.get(name) as Person;

test('the words of each person are in their own responses', async () => {
  for (const name of ['ada', 'ben']) {
    const { headers, words } = personOf(name);
    const addresses = `/api/library/notes /api/collections /api/tags /api/library/searches /api/alerts /api/answers
      /api/chat/sessions`.split(/\s+/);
    const texts = await Promise.all(
      addresses.map(async (path) => await (await fetch(api.url + path, { headers })).text()),
    );
    const session = await (
      await fetch(`${api.url}/api/chat/sessions/${personOf(name).ids['/api/chat/sessions/']}`, { headers })
    ).text();
    const all = [...texts, session].join('\n');
    expect(words.filter((word) => !word.endsWith('deleted') && !all.includes(word))).toEqual([]);
  }
});

test('no response to a person contains a word of another person, and no request changes data of that person', async () => {
  const before = await ownRows(accounts.get('ada'));
  expect(await leaks(personOf('ben').headers, personOf('ada'), () => true)).toEqual([]);
  expect(await ownRows(accounts.get('ada'))).toEqual(before);
});

test('a question cannot follow the answer of another person', async () => {
  const follow = async (name: string) => {
    const answer = await fetch(`${api.url}/api/answers`, {
      method: 'POST',
      headers: { ...personOf(name).headers, 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'And then?', follows: Number(personOf('ada').ids['/api/answers/']) }),
    });
    await answer.text();
    return answer.status;
  };
  expect([await follow('ben'), await follow('ada')]).toEqual([404, 200]);
});

test('no response to an administrator, a reader or the built-in token contains a word of a person', async () => {
  const { key } = await givenPerson(api, 'chief', 'administrator');
  const { key: readerKey } = await givenPerson(api, 'guest', 'reader');
  const isOfObject = ({ path }: Operation) =>
    Object.keys(personOf('ada').ids).some((prefix) => path.startsWith(prefix));
  const isTried = (operation: Operation) => onlyReads(operation) || isOfObject(operation);
  const before = await ownRows(accounts.get('ada'));
  for (const headers of [(await key()).headers, (await readerKey()).headers, BUILT_IN])
    expect(await leaks(headers, personOf('ada'), isTried)).toEqual([]);
  expect(await ownRows(accounts.get('ada'))).toEqual(before);
});

test('a feed contains only its own alert, and log and metrics contain no words of anyone', async () => {
  const feed = await (await fetch(api.url + personOf('ben').feed)).text();
  expect(feed).toContain('xqbenalert');
  expect(feed).not.toContain('xqada');
  await until(() => worker.output().includes('checked an alert'), 'the check of an alert');
  const printed = api.output() + worker.output() + (await (await fetch(`${api.url}/metrics`)).text());
  expect(printed.match(/xq(?:ada|ben)\w*/g) ?? []).toEqual([]);
});
