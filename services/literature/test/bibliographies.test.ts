import type { BibliographyList, CitationKey, ImportReport, NewBibliography, Tag } from '@almagest/contracts/literature';
import { LOCK_KEY } from '@almagest/service-kit/advisory-lock';
import { readLibrary, type Reference } from '@almagest/bibliography';
import { beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { BUILT_IN, givenPerson, WITH_TOKEN, type TestPerson } from './people.ts';
import { changeRows } from './table-lock.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false, env: WITH_TOKEN });

const PATH = '/api/library/bibliographies';
const KEYS = '/api/library/citation-keys';

type Headers = Readonly<Record<string, string>>;
type Method = 'get' | 'post' | 'patch' | 'delete';

const call = (method: Method, path: string, headers: Headers = BUILT_IN) => world.call(method, path).set(headers);

async function create(source: NewBibliography, headers: Headers = BUILT_IN): Promise<{ id: number; path: string }> {
  const { body } = await call('post', PATH, headers).send(source).expect(200);
  const { bibliography, path } = body as { bibliography: { id: number }; path: string };
  return { id: bibliography.id, path };
}

/** Reads an address without any credential, as a LaTeX editor does. */
async function read(path: string, headers: Headers = {}): Promise<Response> {
  return await fetch(world.url + path, { headers });
}

async function textOf(path: string): Promise<string> {
  const answer = await read(path);
  expect(answer.status).toBe(200);
  return await answer.text();
}

function entriesOf(text: string): Reference[] {
  return readLibrary(Buffer.from(text)).entries.flatMap(({ outcome }) =>
    'reference' in outcome ? [outcome.reference] : [],
  );
}

/** Returns the keys in a BibTeX file by title. */
async function keysOf(path: string): Promise<Record<string, string>> {
  return Object.fromEntries(entriesOf(await textOf(path)).map(({ title, key }) => [title, key]));
}

/** Imports entries into the library and returns their bibcodes. */
async function given(entries: readonly string[]): Promise<string[]> {
  const { body } = await call('post', '/api/import')
    .attach('file', Buffer.from(entries.join('\n')), 'export')
    .expect(200);
  return (body as ImportReport).entries.map(({ bibcode }) => bibcode ?? '');
}

let count = 0;
/** Returns an entry without a key. */
const entry = (title: string, more = '') => {
  count += 1;
  return `@article{, author = {Okonkwo, Ada}, title = {${title}}, year = 2014, doi = {10.5555/bib.${count}}, ${more}}`;
};

let person: TestPerson;
beforeAll(async () => {
  person = await givenPerson(world, 'ada', 'member');
});

describe('addresses', () => {
  test('need no credential, return only their list, and answer 404 when revoked', async () => {
    await given([entry('Addressed'), entry('Another')]);
    const { id, path } = await create({}, person.headers);
    const answer = await read(path);
    expect(answer.headers.get('content-type')).toMatch(/^application\/x-bibtex/);
    expect(await answer.text()).toContain('title = {{Addressed}}');
    const key = path.split('key=')[1] ?? '';
    const other = await create({}, person.headers);
    for (const wrong of [
      `/api/bibliographies/${other.id}.bib?key=${key}`,
      `/api/bibliographies/${id}.bib?key=${'x'.repeat(43)}`,
      `/api/bibliographies/${id + 1_000}.bib?key=${key}`,
    ])
      expect((await read(wrong)).status).toBe(404);
    for (const asked of ['/api/library/papers', PATH, `/api/library/export?format=bibtex&key=${key}`])
      expect([400, 401]).toContain((await read(asked, { 'x-api-key': key })).status);
    const { body } = await call('get', PATH, person.headers).expect(200);
    expect(JSON.stringify(body)).not.toContain(key);
    await call('delete', `${PATH}/${id}`, person.headers).expect(200);
    expect((await read(path)).status).toBe(404);
    expect((await read(other.path)).status).toBe(200);
    await call('delete', `${PATH}/${id}`, person.headers).expect(404);
  });

  test('belong to one person, and stop when the person leaves', async () => {
    const eve = await givenPerson(world, 'eve', 'reader');
    const { id, path } = await create({}, eve.headers);
    await call('delete', `${PATH}/${id}`, person.headers).expect(404);
    const own = (await call('get', PATH, person.headers).expect(200)).body as BibliographyList;
    expect(own.bibliographies.map((one) => one.id)).not.toContain(id);
    await call('patch', `/api/people/${eve.id}`).send({ disabled: true }).expect(200);
    expect((await read(path)).status).toBe(404);
    await call('patch', `/api/people/${eve.id}`).send({ disabled: false }).expect(200);
    expect((await read(path)).status).toBe(200);
    await call('delete', `/api/people/${eve.id}`).expect(200);
    expect((await read(path)).status).toBe(404);
  });

  test('are at most 200 for each person', async () => {
    const collector = await givenPerson(world, 'collector', 'reader');
    await world.sql(
      `insert into bibliography (owner_id, key_digest) select $1, sha256(n::text::bytea) from generate_series(1, 199) n`,
      [collector.id],
    );
    await create({}, collector.headers);
    await call('post', PATH, collector.headers)
      .send({})
      .expect(409, /200 live bibliographies/);
    await create({}, person.headers);
  });

  test('appear in the audit log without their key', async () => {
    const { id, path } = await create({ tag: 'a private tag' }, person.headers);
    await call('delete', `${PATH}/${id}`, person.headers).expect(200);
    const rows = await world.sql<{ operation: string; row: string }>(
      'select operation, to_jsonb(audit_event)::text as row from audit_event where object = $1 order by id',
      [`bibliography ${id}`],
    );
    expect(rows.map(({ operation }) => operation)).toEqual(['createBibliography', 'deleteBibliography']);
    for (const { row } of rows) {
      expect(row).not.toContain(path.split('key=')[1]);
      expect(row).not.toContain('a private tag');
    }
  });

  test('answer 304 until something changes', async () => {
    const [code = ''] = await given([entry('Steady')]);
    const collection = await createCollection('Steady ones', [code]);
    const { path } = await create({ collection });
    const { headers } = await world.call('get', path).expect(200);
    const again = async (of = path) =>
      (await world.call('get', of).set('If-None-Match', String(headers['etag']))).status;
    expect(await again()).toBe(304);
    expect(await again(`${path}&letters=tex`)).toBe(200);
    expect(await again(path.replace('.bib', '.ris'))).toBe(200);
    await given([entry('Elsewhere')]);
    expect(await again()).toBe(304);
    await call('patch', KEYS).send({ bibcode: code, key: 'steady' }).expect(200);
    expect(await again()).toBe(200);
  });
});

test('a version always has the same text, also while keys change', async () => {
  const [code = ''] = await given([entry('To and fro')]);
  const { path } = await create({ collection: await createCollection('To and fro', [code]) });
  await textOf(path);
  const texts = new Map<string, string>();
  const readVersion = async () => {
    const answer = await read(path);
    const version = answer.headers.get('etag') ?? '';
    const text = await answer.text();
    expect(texts.get(version) ?? text).toBe(text);
    texts.set(version, text);
    return entriesOf(text).map(({ key }) => key);
  };
  const change = async (key: string) =>
    await world.sql(
      `update citation_key set key = $1, folded = $1
       where owner_id is null and paper_id = (select id from paper where bibcode = $2)`,
      [key, code],
    );
  const keys = Array.from({ length: 20 }, (_, number) => `fro${number}`);
  const readAll = async () => {
    for (const _ of keys) await readVersion();
  };
  const changeAll = async () => {
    for (const key of keys) await change(key);
  };
  await Promise.all([readAll(), readAll(), changeAll()]);
  // A text that was stored under the digest of another key would appear now.
  for (const key of keys) {
    await change(key);
    expect(await readVersion()).toEqual([key]);
  }
});

async function createCollection(name: string, codes: readonly string[], headers: Headers = BUILT_IN): Promise<number> {
  const { body } = await call('post', '/api/collections', headers).send({ name }).expect(200);
  const { id } = body as { id: number };
  await call('post', `/api/collections/${id}/papers`, headers).send({ add: codes }).expect(200);
  return id;
}

describe('contents', () => {
  test('follow a collection, a tag and a saved search, also after these were renamed', async () => {
    const [one = '', two = ''] = await given([entry('Alpha of lists'), entry('Beta of lists')]);
    const collection = await createCollection('Lists', [one]);
    await call('post', '/api/tags')
      .send({ bibcodes: [two], add: ['listed'] })
      .expect(200);
    const search = (
      await call('post', '/api/library/searches').send({ name: 'Lists', search: { title: 'lists', sort: 'year' } })
    ).body as { id: number };
    await call('post', PATH)
      .send({ collection, tag: 'listed' })
      .expect(400, /only one of/);
    const ofCollection = await create({ collection });
    const ofTag = await create({ tag: 'listed' });
    const foreign = await create({ tag: 'listed' }, person.headers);
    const otherTag = await create({ tag: 'also listed' });
    const ofSearch = await create({ search: search.id });
    const titles = async (path: string) => Object.keys(await keysOf(path));
    expect(await titles(ofCollection.path)).toEqual(['Alpha of lists']);
    expect(await titles(ofTag.path)).toEqual(['Beta of lists']);
    expect(await titles(ofSearch.path)).toEqual(['Alpha of lists', 'Beta of lists']);
    await call('patch', `/api/collections/${collection}`).send({ name: 'Renamed' }).expect(200);
    await call('post', `/api/collections/${collection}/papers`)
      .send({ add: [two] })
      .expect(200);
    await call('patch', '/api/tags').send({ name: 'listed', new_name: 'renamed' }).expect(200);
    await call('patch', `/api/library/searches/${search.id}`)
      .send({ search: { title: 'alpha lists' } })
      .expect(200);
    expect(await titles(ofCollection.path)).toEqual(['Alpha of lists', 'Beta of lists']);
    expect(await titles(ofTag.path)).toEqual(['Beta of lists']);
    expect(await titles(ofSearch.path)).toEqual(['Alpha of lists']);
    const { bibliographies } = (await call('get', PATH).expect(200)).body as BibliographyList;
    expect(bibliographies).toContainEqual(expect.objectContaining({ id: ofTag.id, tag: 'renamed', name: 'renamed' }));
    expect(bibliographies).toContainEqual(expect.objectContaining({ id: otherTag.id, tag: 'also listed' }));
    const { body: others } = await call('get', PATH, person.headers).expect(200);
    expect((others as BibliographyList).bibliographies).toContainEqual(
      expect.objectContaining({ id: foreign.id, tag: 'listed' }),
    );
    expect(((await call('get', '/api/tags').expect(200)).body as Tag[]).map(({ name }) => name)).toContain('renamed');
    await call('delete', `/api/collections/${collection}`).expect(200);
    expect((await read(ofCollection.path)).status).toBe(404);
  });

  test('answer 404 without their saved search, instead of listing the whole library', async () => {
    await given([entry('Searched for')]);
    const ofSearch = async () => {
      const body = { name: `Ending ${Math.random()}`, search: { title: 'searched' } };
      const { id } = (await call('post', '/api/library/searches').send(body).expect(200)).body as { id: number };
      const { path } = await create({ search: id }, person.headers);
      expect(Object.keys(await keysOf(path))).toEqual(['Searched for']);
      return { id, path };
    };
    const deleted = await ofSearch();
    await call('delete', `/api/library/searches/${deleted.id}`).expect(200);
    expect((await read(deleted.path)).status).toBe(404);
    const hidden = await ofSearch();
    // The built-in account's searches are visible to everyone, and a person's searches only to that person.
    await world.sql('update saved_search set owner_id = $1 where id = $2', ['someone else', hidden.id]);
    expect((await read(hidden.path)).status).toBe(404);
    await call('post', PATH, person.headers)
      .send({ search: hidden.id })
      .expect(404, /no saved search/);
  });

  test('answer 404 when their collection is no longer shared', async () => {
    const [code = ''] = await given([entry('Shared')]);
    const collection = await createCollection('Shared ones', [code], person.headers);
    const reader = await givenPerson(world, 'reader', 'reader');
    await call('post', PATH, reader.headers).send({ collection }).expect(404);
    const share = async (sharing: unknown) =>
      await request(world.url)
        .put('/api/sharing')
        .set(person.headers)
        .send({ kind: 'collection', id: String(collection), sharing })
        .expect(200);
    await share({ with: 'everyone' });
    const { path } = await create({ collection }, reader.headers);
    expect(Object.keys(await keysOf(path))).toEqual(['Shared']);
    await share(null);
    expect((await read(path)).status).toBe(404);
  });

  test('have no personal data, in all formats', async () => {
    const secrets =
      'annote = {secret note}, file = {:/home/ada/secret.pdf:PDF}, keywords = {secret}, abstract = {secret}, owner = {secret}, x-mine = {secret}';
    const [code = ''] = await given([entry('Plain', `subtitle = {With a Subtitle}, ${secrets}`)]);
    await call('post', '/api/tags')
      .send({ bibcodes: [code], add: ['secret tag'] })
      .expect(200);
    await call('post', '/api/notes').send({ bibcode: code, paragraph_index: null, note_text: 'secret words' });
    const collection = await createCollection('secret collection', [code]);
    const { path } = await create({ collection });
    for (const format of ['bib', 'ris', 'json']) {
      const text = await textOf(path.replace('.bib', `.${format}`));
      expect(text).toContain('Plain');
      expect(text).toContain('With a Subtitle');
      expect(text).not.toMatch(/secret/);
      expect(entriesOf(text)).toHaveLength(1);
    }
  });

  test('can have journals as BibTeX strings and letters as TeX', async () => {
    const more = 'journal = {Astronomy and Astrophysics}, note = {Café – α}';
    const [code = ''] = await given([entry('Ünïcode', more)]);
    const { path } = await create({ collection: await createCollection('Choices', [code]) });
    expect(await textOf(path)).toMatch(/title = \{\{Ünïcode\}\}[^]*journal = \{Astronomy and Astrophysics\}/);
    const text = await textOf(`${path}&journals=macros&letters=tex`);
    expect(text).toMatch(/^@string\{aap = \{\\aap\}\}[^]*journal = aap,/);
    // oxlint-disable-next-line no-control-regex -- the range is ASCII
    expect(text).toMatch(/^[\0-\x7f]*$/);
    expect(entriesOf(text)[0]).toMatchObject({ title: 'Ünïcode' });
  });
});

describe('citation keys', () => {
  const keyOf = async (bibcode: string, headers: Headers = BUILT_IN) =>
    (await call('get', KEYS, headers).query({ bibcode }).expect(200)).body as CitationKey;

  test('are formed by the pattern of each person, and then never change', async () => {
    const author = await givenPerson(world, 'author', 'reader');
    const [one = '', two = ''] = await given([entry('Patterns of stars'), entry('Patterns of dust')]);
    const collection = await createCollection('Patterns', [one, two]);
    const shared = await create({ collection });
    const own = await create({ collection }, author.headers);
    expect(await keysOf(shared.path)).toEqual({ 'Patterns of stars': one, 'Patterns of dust': two });
    const pattern = { key_pattern: '{author}{year}{title}' };
    expect((await call('patch', PATH, author.headers).send(pattern).expect(200)).body).toMatchObject(pattern);
    const keys = { 'Patterns of stars': 'okonkwo2014patterns', 'Patterns of dust': 'okonkwo2014patternsa' };
    expect(await keysOf(own.path)).toEqual(keys);
    await call('patch', PATH, author.headers).send({ key_pattern: '{bibcode}' }).expect(200);
    expect(await keysOf(own.path)).toEqual(keys);
    expect(await keyOf(one)).toEqual({ bibcode: one, key: one, aliases: [] });
    expect(await keyOf(one, author.headers)).toMatchObject({ key: 'okonkwo2014patterns' });
  });

  test('of imported entries are kept, and equal keys get a letter', async () => {
    const of = (title: string, key: string) => entry(title).replace('{,', `{${key},`);
    const codes = await given([of('Imported one', 'Imp:2014'), of('Imported two', 'imp:2014')]);
    const { path } = await create({ collection: await createCollection('Imported', codes) });
    expect(await keysOf(path)).toEqual({ 'Imported one': 'Imp:2014', 'Imported two': 'imp:2014a' });
  });

  test('can be changed, which leaves the earlier key as an alias', async () => {
    const [one = '', two = ''] = await given([entry('Changed'), entry('Unchanged')]);
    const collection = await createCollection('Changes', [one, two]);
    const { path } = await create({ collection });
    const own = await create({ collection }, person.headers);
    await textOf(path);
    const foreign = { bibcode: one, key: one, aliases: [] };
    expect(await keyOf(one, person.headers)).toEqual(foreign);
    const change = (bibcode: string, key: string, headers: Headers = BUILT_IN) =>
      call('patch', KEYS, headers).send({ bibcode, key });
    await change(two, 'mine', person.headers).expect(200);
    expect((await change(one, 'mine').expect(200)).body).toEqual({ bibcode: one, key: 'mine', aliases: [one] });
    await change(two, 'MINE').expect(409, /has the citation key MINE/);
    await change(two, one).expect(409);
    const exported = await read(`/api/library/export?format=ris&bibcode=${encodeURIComponent(one)}`, BUILT_IN);
    expect(await exported.text()).toContain('ID  - mine');
    expect(await textOf(path)).toMatch(new RegExp(`@article\\{mine,[^]*ids = \\{${one}\\}`));
    expect((await change(one, one).expect(200)).body).toEqual({ bibcode: one, key: one, aliases: ['mine'] });
    await change(two, 'theirs').expect(200);
    // The keys of another person are independent.
    expect(await keyOf(one, person.headers)).toEqual(foreign);
    expect(await keyOf(two, person.headers)).toMatchObject({ key: 'mine' });
    expect(await textOf(own.path)).not.toContain('ids = ');
    const rows = await world.sql('select detail from audit_event where object = $1', [`citation key of paper ${two}`]);
    expect(rows).toEqual([{ detail: { key: 'mine' } }, { detail: { key: 'theirs' } }]);
  });

  test('survive a merge and its undo', async () => {
    const [kept = '', merged = '', third = ''] = await given(['Kept', 'Merged', 'Third'].map((title) => entry(title)));
    const { path } = await create({ collection: await createCollection('Merges', [kept, merged, third]) });
    const before = await textOf(path);
    const merge = async (keep: string, other: string) => {
      const { body } = await call('post', '/api/library/merges')
        .send({ keep, merge: [other] })
        .expect(200);
      return (body as { merges: { id: number }[] }).merges[0]?.id ?? 0;
    };
    const first = await merge(kept, merged);
    expect(await keyOf(kept)).toEqual({ bibcode: kept, key: kept, aliases: [merged] });
    const entries = entriesOf(await textOf(path));
    expect(entries.map(({ key }) => key)).toEqual([kept, third]);
    expect(entries[0]?.extra['bibtex:ids']).toBe(merged);
    const second = await merge(third, kept);
    expect((await keyOf(third)).aliases.toSorted()).toEqual([kept, merged].toSorted());
    await call('post', `/api/library/merges/${second}/undo`).expect(200);
    expect(await keyOf(kept)).toEqual({ bibcode: kept, key: kept, aliases: [merged] });
    await call('post', `/api/library/merges/${first}/undo`).expect(200);
    expect(await textOf(path)).toBe(before);
  });

  test('of a merged paper become the key of a paper without one', async () => {
    const [kept = '', merged = ''] = await given([entry('Without a key'), entry('With a key')]);
    await call('patch', KEYS).send({ bibcode: merged, key: 'with:key' }).expect(200);
    await call('post', '/api/library/merges')
      .send({ keep: kept, merge: [merged] })
      .expect(200);
    expect(await keyOf(kept)).toEqual({ bibcode: kept, key: 'with:key', aliases: [] });
  });

  test('that are requested concurrently are assigned once', async () => {
    const codes = await given(Array.from({ length: 20 }, (_, number) => entry(`Race ${number}`)));
    const { path } = await create({ collection: await createCollection('Race', codes) });
    const texts = await Promise.all(Array.from({ length: 8 }, async () => await textOf(path)));
    expect(new Set(texts).size).toBe(1);
    expect(entriesOf(texts[0] ?? '')).toHaveLength(20);
    const [one = '', two = ''] = await given([entry('In turn'), entry('In turn too')]);
    const assigning = await changeRows(world, `select pg_advisory_xact_lock(${LOCK_KEY})`, ['citation keys']);
    const answers = Promise.all([keyOf(one), call('patch', KEYS).send({ bibcode: two, key: 'in:turn' }).expect(200)]);
    await assigning.untilBlocked(2);
    await assigning.release();
    expect((await answers)[0]).toMatchObject({ key: one });
  });

  test('are not given to a paper that is merged meanwhile', async () => {
    const [kept = '', merged = ''] = await given([entry('Kept meanwhile'), entry('Merged meanwhile')]);
    const merging = await changeRows(
      world,
      `update paper set bibcode = 'merged:' || id, merged_into = (select id from paper where bibcode = $1),
         in_library_since = null, trashed_at = now() where bibcode = $2`,
      [kept, merged],
    );
    const answer = Promise.resolve(call('patch', KEYS).send({ bibcode: merged, key: 'too:late' }));
    await merging.untilBlocked(1);
    await merging.commit();
    expect((await answer).status).toBe(409);
  });
});

test('a bibliography of 5,000 papers is complete, also after a change', async () => {
  const codes = await given(Array.from({ length: 5_000 }, (_, number) => entry(`Many ${number}`)));
  const { path } = await create({ collection: await createCollection('Many', codes) });
  const keys = async () => entriesOf(await textOf(path)).map(({ key }) => key);
  expect(await keys()).toEqual(codes);
  await call('patch', KEYS).send({ bibcode: codes[2_500], key: 'amid' }).expect(200);
  expect(await keys()).toEqual(codes.with(2_500, 'amid'));
  expect((JSON.parse(await textOf(path.replace('.bib', '.json'))) as unknown[]).length).toBe(5_000);
});

test('the export of own data contains citation keys, but not the keys of addresses', async () => {
  await create({}, person.headers);
  const [code = ''] = await given([entry('Taken along')]);
  await call('patch', KEYS, person.headers).send({ bibcode: code, key: 'along' }).expect(200);
  const { body } = await request(world.url).get('/api/account/export').set(person.headers).expect(200);
  expect(JSON.stringify(body)).toContain('"along"');
  expect(JSON.stringify(body)).not.toMatch(/key_digest|confirmation_digest|unsubscribe_key/);
});
