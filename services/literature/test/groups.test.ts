import type {
  Alert,
  Collection,
  LibraryPapers,
  NoteRecord,
  ObjectSharing,
  PersonGroup,
  SharedKind,
} from '@almagest/contracts/literature';
import { LOCK_KEY } from '@almagest/service-kit/advisory-lock';
import { describe, expect, test } from '@jest/globals';
import type request from 'supertest';
import { cleanUp } from './clean-up.ts';
import { GOOD } from './good-requests.ts';
import { useGroup, type Headers } from './group-world.ts';
import { BUILT_IN, givenPerson } from './people.ts';
import { changeRows } from './table-lock.ts';

const { world, people, given, as, call, addMember } = useGroup();
const read = async <R>(headers: Headers, path: string) => (await call(headers, 'get', path).expect(200)).body as R;
const make = async <R>(headers: Headers, path: string, body: object) =>
  (await call(headers, 'post', path, body).expect(200)).body as R;

const share = (headers: Headers, kind: SharedKind, id: number | string, sharing: ObjectSharing | null) =>
  call(headers, 'put', '/api/sharing', { kind, id: String(id), sharing });
const withGroup = (access: 'read' | 'edit'): ObjectSharing => ({ with: 'group', group_id: given.group.id, access });

interface Listed {
  readonly id: number | string;
  readonly ownership?: object;
}

interface Shared {
  readonly kind: SharedKind;
  readonly id: number | string;
  /** Returns the object as a caller sees it in a list. */
  readonly find: (headers: Headers) => Promise<Listed | undefined>;
  readonly change: (headers: Headers) => request.Test;
  readonly remove: (headers: Headers) => request.Test;
  readonly restore?: (headers: Headers) => request.Test;
  /** Requests that everyone who sees the object may send. */
  readonly reads?: (headers: Headers) => readonly request.Test[];
  /** Other requests that only editors or only the owner may send. */
  readonly edits?: (headers: Headers) => readonly request.Test[];
  readonly owns?: (headers: Headers) => readonly request.Test[];
}

const listed =
  <R extends { readonly id: number | string }>(path: string, id: number | string, of = (all: unknown) => all as R[]) =>
  async (headers: Headers) =>
    of(await read(headers, path)).find((one) => one.id === id);

async function givenNote(): Promise<Shared> {
  const { id } = await make<NoteRecord>(as('ada'), '/api/notes', { ...GOOD.addNote, bibcode: given.bibcode });
  return {
    kind: 'note',
    id,
    find: listed<NoteRecord>(`/api/notes?bibcode=${encodeURIComponent(given.bibcode)}`, id),
    change: (headers) => call(headers, 'patch', '/api/notes', { id, note_text: 'changed' }),
    remove: (headers) => call(headers, 'delete', `/api/notes?id=${id}`),
    restore: (headers) => call(headers, 'post', '/api/notes/restore', { id }),
  };
}

let number = 0;
async function givenCollection(): Promise<Shared & { readonly id: number }> {
  const { id } = await make<Collection>(as('ada'), '/api/collections', { name: `shared ${(number += 1)}` });
  return {
    kind: 'collection',
    id,
    find: listed<Collection>('/api/collections', id),
    change: (headers) => call(headers, 'post', `/api/collections/${id}/papers`, { add: [given.bibcode] }),
    edits: (headers) => [call(headers, 'patch', `/api/collections/${id}`, { name: 'changed' })],
    remove: (headers) => call(headers, 'delete', `/api/collections/${id}`),
  };
}

async function givenAlert(): Promise<Shared> {
  const alert = { q: `shared ${(number += 1)}`, source: 'catalog', schedule: 'off' };
  const { id } = await make<Alert>(as('ada'), '/api/alerts', alert);
  return {
    kind: 'alert',
    id,
    find: listed<Alert>('/api/alerts', id),
    reads: (headers) => [call(headers, 'get', `/api/alerts/${id}/papers`)],
    change: (headers) => call(headers, 'patch', `/api/alerts/${id}`, { name: 'changed' }),
    remove: (headers) => call(headers, 'delete', `/api/alerts/${id}`),
    restore: (headers) => call(headers, 'post', `/api/alerts/${id}/restore`),
    edits: (headers) => ['seen', 'check'].map((what) => call(headers, 'post', `/api/alerts/${id}/${what}`, {})),
    owns: (headers) => (['post', 'delete'] as const).map((method) => call(headers, method, `/api/alerts/${id}/feed`)),
  };
}

async function givenSession(): Promise<Shared> {
  world.lab.setScript([{ text: 'found' }]);
  const asked = await call(as('ada'), 'post', '/api/chat/agent', { question: 'q', session_id: null }).expect(200);
  const id = String(asked.headers['x-session-id']);
  return {
    kind: 'session',
    id,
    find: listed<Listed>('/api/chat/sessions', id, (all) => (all as { sessions: Listed[] }).sessions),
    reads: (headers) => [
      ...['', '/steps', '/audit'].map((what) => call(headers, 'get', `/api/chat/sessions/${id}${what}`)),
      call({ ...headers, 'last-event-id': '0' }, 'post', '/api/chat/agent', { question: 'q', session_id: id }),
    ],
    // The session has ended, so that an editor gets a conflict.
    change: (headers) => call(headers, 'post', `/api/chat/sessions/${id}/stop`),
    remove: (headers) => call(headers, 'delete', `/api/chat/sessions/${id}`),
  };
}

const KINDS: readonly (readonly [SharedKind, () => Promise<Shared>, number])[] = [
  ['note', givenNote, 200],
  ['collection', givenCollection, 200],
  ['alert', givenAlert, 200],
  ['session', givenSession, 409],
];

describe.each(KINDS)('a %s', (_kind, givenObject, changed) => {
  test('is seen and changed only by the people with whom it is shared', async () => {
    await addMember('ben', 'member');
    const { kind, id, find, change, remove, restore, ...more } = await givenObject();
    const { reads = () => [], edits = () => [], owns = () => [] } = more;
    const expectAll = async (calls: readonly request.Test[], status: number) => {
      for (const one of calls) await one.expect(status);
    };
    const expectHidden = async (headers: Headers) => {
      expect(await find(headers)).toBeUndefined();
      const shared = share(headers, kind, id, { with: 'everyone' });
      const changes = [change(headers), ...edits(headers), remove(headers), ...owns(headers), shared];
      await expectAll([...reads(headers), ...changes], 404);
    };
    for (const who of [as('ben'), as('cy'), BUILT_IN]) await expectHidden(who);
    await share(as('ada'), kind, id, withGroup('read')).expect(200);
    const ownership = { owner: 'ada of the tests', is_own: false, may_edit: false, sharing: withGroup('read') };
    expect((await find(as('ben')))?.ownership).toEqual(ownership);
    expect((await find(as('ada')))?.ownership).toEqual({ ...ownership, is_own: true, may_edit: true });
    await change(as('ben')).expect(403, /only its owner and the editors of its group/);
    await expectAll(reads(as('ben')), 200);
    await expectAll(edits(as('ben')), 403);
    for (const who of [as('cy'), BUILT_IN]) await expectHidden(who);
    await share(as('ada'), kind, id, withGroup('edit')).expect(200);
    await change(as('ben')).expect(403);
    await addMember('ben', 'editor');
    await change(as('ben')).expect(changed);
    await remove(as('ben')).expect(403, /only its owner/);
    await expectAll([...owns(as('ben')), share(as('ben'), kind, id, null)], 403);
    await call(BUILT_IN, 'delete', `/api/groups/${given.group.id}/members/${people.get('ben')?.id}`).expect(200);
    await expectHidden(as('ben'));
    await share(as('ada'), kind, id, { with: 'everyone' }).expect(200);
    for (const who of [as('ben'), as('cy'), BUILT_IN]) {
      expect(await find(who)).toBeDefined();
      await change(who).expect(403);
    }
    await share(as('ada'), kind, id, null).expect(200);
    for (const who of [as('ben'), as('cy'), BUILT_IN]) await expectHidden(who);
    await addMember('ben', 'editor');
    await share(as('ada'), kind, id, withGroup('edit')).expect(200);
    await remove(as('ada')).expect(200);
    if (restore === undefined) return;
    for (const who of [as('ben'), BUILT_IN]) await restore(who).expect(404);
    expect(await find(as('ada'))).toBeUndefined();
    await restore(as('ada')).expect(200);
    await remove(as('ada')).expect(200);
  });
});

test('creating, renaming and restoring an alert does not change other alerts with the same query', async () => {
  const create = (who: string, source: string) =>
    make<Alert>(as(who), '/api/alerts', { q: 'twice', source, schedule: 'off' });
  const remove = ({ id }: Alert) => call(as('ada'), 'delete', `/api/alerts/${id}`).expect(200);
  const first = await create('ada', 'catalog');
  await remove(first);
  const foreign = await create('ben', 'catalog');
  await remove(await create('ada', 'preprint'));
  await call(as('ada'), 'post', `/api/alerts/${first.id}/restore`).expect(200);
  await call(as('ben'), 'patch', `/api/alerts/${foreign.id}`, { name: 'renamed' }).expect(200);
  const left = (await read<Alert[]>(as('ada'), '/api/alerts')).filter(({ query }) => query === 'twice');
  expect(left.map(({ id, name }) => [id, name])).toEqual([[first.id, first.name]]);
});

test('the feed of an alert is closed while the account of its owner is disabled', async () => {
  const owner = await givenPerson(world, 'owner', 'member');
  const { id } = await make<Alert>(owner.headers, '/api/alerts', { q: 'feeds', source: 'catalog', schedule: 'off' });
  const { path } = await make<{ path: string }>(owner.headers, `/api/alerts/${id}/feed`, {});
  for (const [disabled, status] of [
    [true, 404],
    [false, 200],
  ] as const) {
    await call(BUILT_IN, 'patch', `/api/people/${owner.id}`, { disabled }).expect(200);
    await call({}, 'get', path).expect(status);
  }
});

test('a subcollection has the owner and the sharing of its parent', async () => {
  const { id, find, change } = await givenCollection();
  await change(as('ada')).expect(200);
  await share(as('ada'), 'collection', id, withGroup('edit')).expect(200);
  await addMember('ben', 'editor');
  const inner = await make<Collection>(as('ben'), '/api/collections', { name: 'inner', parent_id: id });
  expect(inner.ownership).toMatchObject({ owner: 'ada of the tests', is_own: false, may_edit: true });
  await share(as('ada'), 'collection', inner.id, null).expect(409, /outermost/);
  const own = await make<Collection>(as('ben'), '/api/collections', { name: 'own' });
  await call(as('ben'), 'patch', `/api/collections/${own.id}`, { parent_id: id }).expect(409, /different accounts/);
  await addMember('ben', 'member');
  await call(as('ben'), 'post', '/api/collections', { name: 'more', parent_id: id }).expect(403);
  await share(as('ada'), 'collection', id, null).expect(200);
  expect(await find(as('ben'))).toBeUndefined();
  await call(as('ben'), 'patch', `/api/collections/${own.id}`, { parent_id: id }).expect(404);
  expect((await read<Collection[]>(as('ben'), '/api/collections')).map((one) => one.id)).toEqual([own.id]);
  const named = async (headers: Headers) => {
    const query = `bibcode=${encodeURIComponent(given.bibcode)}`;
    const { papers } = await read<LibraryPapers>(headers, `/api/library/papers?${query}`);
    const exported = await call(headers, 'get', `/api/library/export?format=csl-json&${query}`).buffer(true);
    const filed = await read<LibraryPapers>(headers, `/api/library/papers?has_collections=true&${query}`);
    return [papers[0]?.collections.includes(id), exported.text.includes(`shared ${number}`), filed.papers.length];
  };
  expect([await named(as('ada')), await named(as('ben'))]).toEqual([
    [true, true, 1],
    [false, false, 0],
  ]);
});

test('collections are changed one after another, so that no subcollection misses a change of the sharing', async () => {
  const create = async (name: string) => (await make<Collection>(as('ada'), '/api/collections', { name })).id;
  const [kept, deleted] = [await create('Kept'), await create('Deleted')];
  const changing = await changeRows(world, `select pg_advisory_xact_lock(${LOCK_KEY})`, ['collections']);
  const answers = Promise.all([
    share(as('ada'), 'collection', kept, withGroup('read')),
    call(as('ada'), 'post', '/api/collections', { name: 'Inside', parent_id: kept }),
    call(as('ada'), 'patch', `/api/collections/${kept}`, { name: 'Renamed' }),
    call(as('ada'), 'delete', `/api/collections/${deleted}`),
  ]);
  await changing.untilBlocked(4);
  await changing.release();
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('an object is not shared with a group that is deleted meanwhile', async () => {
  const { id } = await make<Collection>(BUILT_IN, '/api/collections', { name: 'Shared late' });
  const { id: group_id } = await make<PersonGroup>(BUILT_IN, '/api/groups', { name: 'Short-lived' });
  const deleting = await changeRows(world, 'delete from person_group where id = $1', [group_id]);
  const answer = Promise.resolve(share(BUILT_IN, 'collection', id, { with: 'group', group_id, access: 'read' }));
  await deleting.untilBlocked(1);
  await deleting.commit();
  expect((await answer).status).toBe(404);
});

test('a collection that is moved or imported into another collection gets its sharing', async () => {
  const create = async (name: string) => (await make<Collection>(as('ada'), '/api/collections', { name })).id;
  const [shared, open, closed] = [await create('Shared'), await create('Open'), await create('Closed')];
  for (const id of [shared, open]) await share(as('ada'), 'collection', id, withGroup('read')).expect(200);
  const move = (id: number, parent_id: number) =>
    call(as('ada'), 'patch', `/api/collections/${id}`, { parent_id }).expect(200);
  const see = (id: number, status: number) =>
    call(as('ben'), 'get', `/api/library/papers?collection=${id}`).expect(status);
  await see(open, 200);
  await move(open, closed);
  await see(open, 404);
  await move(open, shared);
  await see(open, 200);
  const item = { pubtype: 'ARTICLE', title: 'Hot stars observed', author: [{ first: 'A', last: 'Okafor' }] };
  const file = Buffer.from(JSON.stringify([{ ...item, foldersNamed: ['Shared/Imported'] }]));
  await call(as('ada'), 'post', '/api/import').attach('file', file, 'export').expect(200);
  expect((await read<Collection[]>(as('ben'), '/api/collections')).map(({ name }) => name)).toContain('Imported');
});

test('two people who highlight the same words do not disturb each other, and searches find only visible notes', async () => {
  const note = { ...GOOD.addNote, bibcode: given.bibcode, note_text: 'metallicity' };
  const mine = await make<NoteRecord>(as('ada'), '/api/notes', note);
  await make<NoteRecord>(as('ben'), '/api/notes', note);
  const found = async (headers: Headers) => {
    const { notes, total } = await read<{ notes: { id: number }[]; total: number }>(
      headers,
      '/api/library/notes?q=metallicity',
    );
    const { papers } = await read<{ papers: { hits: { note_id: number | null }[] }[] }>(
      headers,
      '/api/library/search?q=metallicity&kind=note',
    );
    const hits = papers.flatMap((one) => one.hits.flatMap(({ note_id }) => note_id ?? []));
    const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
    expect(ascending(hits)).toEqual(ascending(notes.map(({ id }) => id)));
    expect(total).toBe(notes.length);
    const { papers: counted } = await read<{ papers: { note_count: number }[] }>(
      headers,
      `/api/library/papers?has_notes=true&bibcode=${encodeURIComponent(given.bibcode)}`,
    );
    expect(counted.map(({ note_count: count }) => count)).toEqual(total === 0 ? [] : [total]);
    const exported = await call(
      headers,
      'get',
      `/api/library/export?format=markdown&bibcode=${encodeURIComponent(given.bibcode)}`,
    );
    expect(exported.text.match(/metallicity/g) ?? []).toHaveLength(total);
    return total;
  };
  expect([await found(as('ada')), await found(as('ben')), await found(as('cy')), await found(BUILT_IN)]).toEqual([
    1, 1, 0, 0,
  ]);
  await share(as('ada'), 'note', mine.id, withGroup('read')).expect(200);
  expect([await found(as('ada')), await found(as('ben')), await found(as('cy'))]).toEqual([1, 2, 0]);
});

test('shared work of a removed person is kept, and all other data is deleted after 30 days', async () => {
  const leaver = await givenPerson(world, 'leaver', 'member');
  const chief = await givenPerson(world, 'chief', 'administrator');
  const { id: account } = leaver;
  await call(BUILT_IN, 'put', `/api/groups/${given.group.id}/members/${account}`, { role: 'member' }).expect(200);
  const note = { ...GOOD.addNote, bibcode: given.bibcode };
  const shared = await make<NoteRecord>(leaver.headers, '/api/notes', { ...note, note_text: 'shared work' });
  await share(leaver.headers, 'note', shared.id, withGroup('read')).expect(200);
  await make(leaver.headers, '/api/notes', { ...note, note_text: 'private work' });
  const gone = await make<PersonGroup>(BUILT_IN, '/api/groups', { name: 'Gone stars' });
  await call(BUILT_IN, 'put', `/api/groups/${gone.id}/members/${account}`, { role: 'member' }).expect(200);
  const unshared = await make<NoteRecord>(leaver.headers, '/api/notes', { ...note, note_text: 'private again' });
  const sharing: ObjectSharing = { with: 'group', group_id: gone.id, access: 'read' };
  await share(leaver.headers, 'note', unshared.id, sharing).expect(200);
  await call(BUILT_IN, 'delete', `/api/groups/${gone.id}`).expect(200);
  await make(leaver.headers, '/api/tags', { bibcodes: [given.bibcode], add: ['private tag'] });
  const others = await givenCollection();
  await share(as('ada'), 'collection', others.id, withGroup('read')).expect(200);
  await make(as('ada'), '/api/notes', { ...note, note_text: 'work of ada' });
  // The new owner has a collection and an alert with the same names.
  for (const { headers } of [leaver, chief]) {
    const collection = await make<Collection>(headers, '/api/collections', { name: 'Left' });
    const alert = await make<Alert>(headers, '/api/alerts', { q: 'left', source: 'catalog', schedule: 'off' });
    await share(headers, 'collection', collection.id, withGroup('read')).expect(200);
    await share(headers, 'alert', alert.id, withGroup('read')).expect(200);
  }
  const preprints = { q: 'left', source: 'preprint', schedule: 'off' };
  const other = await make<Alert>(leaver.headers, '/api/alerts', preprints);
  await share(leaver.headers, 'alert', other.id, withGroup('read')).expect(200);
  const only = await make<Collection>(leaver.headers, '/api/collections', { name: 'Only here' });
  await share(leaver.headers, 'collection', only.id, withGroup('read')).expect(200);
  const [common] = await Promise.all(
    ['shared query', 'private query'].map((q) =>
      make<Alert>(leaver.headers, '/api/alerts', { q, source: 'catalog', schedule: 'off' }),
    ),
  );
  await share(leaver.headers, 'alert', common?.id ?? 0, withGroup('read')).expect(200);
  await others.change(as('ada')).expect(200);
  await givenSession();
  const taken = await call(leaver.headers, 'get', '/api/account/export').expect(200);
  for (const words of ['shared work', 'private work', 'private tag']) expect(taken.text).toContain(words);
  expect(taken.text).not.toContain('work of ada');
  expect(taken.body).toMatchObject({ data: { agent_message: [], collection_paper: [] } });
  await call(chief.headers, 'delete', `/api/people/${account}`).expect(200);
  const notes = await read<NoteRecord[]>(as('ben'), `/api/notes?bibcode=${encodeURIComponent(given.bibcode)}`);
  const kept = notes.find(({ id }) => id === shared.id);
  expect(kept).toMatchObject({ note_text: 'shared work', ownership: { owner: 'chief of the tests' } });
  expect((await others.find(as('ben')))?.ownership).toMatchObject({ owner: 'ada of the tests' });
  const left = await read<Collection[]>(chief.headers, '/api/collections');
  expect(left.flatMap(({ name, ownership }) => (ownership?.is_own === true ? [name] : []))).toEqual([
    'Left',
    expect.stringMatching(/^Left \(\d+\)$/),
    'Only here',
  ]);
  const alerts = await read<Alert[]>(chief.headers, '/api/alerts');
  const owned = alerts.flatMap(({ query, ownership }) => (ownership?.is_own === true ? [query] : []));
  expect(owned.toSorted()).toEqual(['left', 'left', 'shared query']);
  const own = async () => [
    ...(await world.sql('select note_text from note where owner_id = $1', [account])),
    ...(await world.sql('select name from tag where owner_id = $1', [account])),
  ];
  expect(await own()).toHaveLength(3);
  await cleanUp(world);
  expect(await own()).toHaveLength(3);
  await world.sql(`update removed_owner set removed_at = now() - interval '31 days'`);
  await cleanUp(world);
  expect(await own()).toEqual([]);
  expect(await read<NoteRecord[]>(as('ben'), `/api/notes?bibcode=${encodeURIComponent(given.bibcode)}`)).toContainEqual(
    kept,
  );
});

describe('groups', () => {
  test('are managed by administrators and seen by their members', async () => {
    await call(as('ada'), 'post', '/api/groups', { name: 'Own' }).expect(403);
    await call(BUILT_IN, 'post', '/api/groups', { name: 'Hot stars' }).expect(409, /already/);
    expect((await read<PersonGroup[]>(as('ada'), '/api/groups')).map(({ name }) => name)).toEqual(['Hot stars']);
    expect(await read<PersonGroup[]>(as('cy'), '/api/groups')).toEqual([]);
    const { id } = await make<PersonGroup>(BUILT_IN, '/api/groups', { name: 'Cool stars' });
    const note = await givenNote();
    await share(as('ada'), 'note', note.id, { with: 'group', group_id: id, access: 'read' }).expect(404, /no group/);
    const common = await make<NoteRecord>(BUILT_IN, '/api/notes', { ...GOOD.addNote, bibcode: given.bibcode });
    await share(BUILT_IN, 'note', common.id, { with: 'group', group_id: 999, access: 'read' }).expect(404, /no group/);
    await addMember('ada', 'member', id);
    await addMember('cy', 'member', id);
    const [cool, ...others] = await read<PersonGroup[]>(as('cy'), '/api/groups');
    expect([cool?.members.map(({ user_name: user }) => user), others]).toEqual([['ada', 'cy'], []]);
    await share(as('ada'), 'note', note.id, { with: 'group', group_id: id, access: 'read' }).expect(200);
    expect(await note.find(as('cy'))).toBeDefined();
    const names = async () => (await read<PersonGroup[]>(BUILT_IN, '/api/groups')).map(({ name }) => name);
    const rename = (name: string) => call(BUILT_IN, 'patch', `/api/groups/${id}`, { name });
    await rename('Hot stars').expect(409, /already/);
    const absent = '00000000-0000-4000-8000-000000000000';
    await call(BUILT_IN, 'put', `/api/groups/${id}/members/${absent}`, { role: 'member' }).expect(
      404,
      /no such person/,
    );
    await call(BUILT_IN, 'patch', '/api/groups/999', { name: 'Other stars' }).expect(404, /no group 999/);
    for (const name of ['Cool stars', 'Warm stars']) await rename(name).expect(200);
    expect(await names()).toEqual(['Hot stars', 'Warm stars']);
    for (const status of [200, 404])
      await call(BUILT_IN, 'delete', `/api/groups/${id}/members/${people.get('ada')?.id}`).expect(status);
    expect((await read<PersonGroup[]>(as('ada'), '/api/groups')).map(({ name }) => name)).toEqual(['Hot stars']);
    await call(BUILT_IN, 'delete', `/api/groups/${id}`).expect(200);
    expect(await names()).toEqual(['Hot stars']);
    expect(await note.find(as('cy'))).toBeUndefined();
    expect((await note.find(as('ada')))?.ownership).toMatchObject({ sharing: null });
  });

  test('appear in the audit log with their changes', async () => {
    const { events } = await read<{ events: { operation: string; object: string; detail: object }[] }>(
      BUILT_IN,
      '/api/audit?object=group',
    );
    expect(events).toContainEqual(
      expect.objectContaining({ operation: 'setGroupMember', detail: { person: 'cy', role: 'member' } }),
    );
    const changes = ['createGroup', 'deleteGroup', 'removeGroupMember', 'renameGroup', 'setGroupMember'];
    expect([...new Set(events.map(({ operation }) => operation))].toSorted()).toEqual(changes);
    expect(events.at(-1)).toMatchObject({ operation: 'createGroup', object: 'group Hot stars' });
  });
});
