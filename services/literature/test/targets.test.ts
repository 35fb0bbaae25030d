import type { ObjectData, Target } from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import { afterEach, describe, expect, test } from '@jest/globals';
import { lockTable } from './table-lock.ts';
import { givenFound, readLibrary } from './papers.ts';
import { startReplica } from './replica.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });
afterEach(async () => {
  await world.sql('truncate target, target_paper, name_lookup');
});

const query = (name: string) => world.call('get', '/api/target/query').query({ name });
const associate = (bibcode: string, name: string) =>
  world.call('post', '/api/target/associate').send({ bibcode, name });
const list = async (params: object = {}): Promise<Target[]> =>
  (await world.call('get', '/api/target/list').query(params).expect(200)).body as Target[];

/** Returns the number of requests to the name resolver since the last call. */
let seen = 0;
function asked(): number {
  const all = world.lab.requests({ host: 'names' }).length;
  const since = all - seen;
  seen = all;
  return since;
}

describe('the data of an object', () => {
  test('contain its position, its type and all other data of the resolver', async () => {
    const { body } = await query('Vega').expect(200);
    expect(body).toEqual({
      name: 'Vega',
      canonical_name: '* alf Lyr',
      ra_deg: 279.23473,
      dec_deg: 38.78369,
      object_type: 'dS*',
      spectral_type: 'A0Va',
      magnitudes: { B: 0.03, V: 0.03 },
      parallax_mas: 130.23,
      radial_velocity_kms: -20.6,
      aliases: ['Vega', 'HD 172167', 'HR 7001', 'HIP 91262', 'BD+38 3238'],
      resolver: 'Simbad',
    });
  });

  test('are null if unknown', async () => {
    const { body } = await query('TRAPPIST-1').expect(200);
    expect(body).toMatchObject({ spectral_type: 'M7.5e', magnitudes: { V: 18.8 } });
    const feige = (await query('Feige 110').expect(200)).body as ObjectData;
    expect(feige.radial_velocity_kms).toBeNull();
  });

  test.each([
    'α Lyr',
    'alpha\u00a0Lyr',
    '  HD   172167 ',
    '$\\alpha$ Lyr',
    'BD+38 3238',
    'BD−03 3967',
    "Barnard's star",
  ])('are found by the name %j', async (name) => {
    expect((await query(name).expect(200)).body).toMatchObject({ name: name.trim(), resolver: 'Simbad' });
  });

  test('return 404 with a clear message if the object is unknown', async () => {
    const answer = await query('no such star').expect(404);
    expect(answer.type).toBe('text/plain');
    expect(answer.text).toBe('the name resolver does not know an object named no such star');
  });
});

describe('the answers of the name resolver', () => {
  test('are requested once and stored for all replicas, including empty ones', async () => {
    asked();
    await query('Vega').expect(200);
    await query('nobody').expect(404);
    expect(asked()).toBe(2);
    const replica = await startReplica(world);
    await query('Vega').expect(200);
    const response = await fetch(`${replica.url}/api/target/query?name=nobody`);
    expect(response.status).toBe(404);
    await replica.stop();
    expect(asked()).toBe(0);
  });

  test('are requested again when old: found names after months, others after a day', async () => {
    await query('Vega').expect(200);
    await query('nobody').expect(404);
    const days = await world.sql<{ name: string; days: number }>(
      `select name, round(extract(epoch from fresh_until - now()) / 86400)::int as days from name_lookup order by name`,
    );
    expect(days).toEqual([
      { name: 'Vega', days: 90 },
      { name: 'nobody', days: 1 },
    ]);
    await world.sql(`update name_lookup set fresh_until = now() - interval '1 second'`);
    asked();
    await query('Vega').expect(200);
    expect(asked()).toBe(1);
  });

  test('are requested once for all concurrent callers', async () => {
    asked();
    const lock = await lockTable(world, 'name_lookup');
    const all = Promise.all([1, 2, 3].map(() => query('Deneb').expect(200)));
    await lock.untilWaiting();
    await until(() => world.lab.requests({ host: 'names' }).length > seen, 'a request to the resolver');
    await lock.release();
    expect(new Set((await all).map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(asked()).toBe(1);
  });

  test.each([
    [{ kind: 'server_error', status: 503 }, /the name resolver \(127\.0\.0\.1:\d+\) is not available/],
    [{ kind: 'challenge', system: 'radware' }, /name resolver/],
    [{ kind: 'forbidden' }, /HTTP 403/],
  ] as const)(
    'that fail with %j return 502 with a clear message and the host, and are not cached',
    async (fault, words) => {
      world.lab.setFault('names.resolve', [fault]);
      const answer = await query('Procyon').expect(502);
      expect([answer.type, answer.text]).toEqual(['text/plain', expect.stringMatching(words)]);
      world.lab.clearFaults();
      expect((await query('Procyon').expect(200)).body).toMatchObject({ canonical_name: '* alf CMi' });
    },
  );
});

describe('a target', () => {
  test('is linked to papers once, and adds them to the library', async () => {
    const [first, second] = [await givenFound(world, 'stone1991'), await givenFound(world, 'okonkwo2014')];
    const { body } = await associate(first.bibcode, ' HD 172167').expect(200);
    const target = body as Target;
    expect(target).toEqual({
      id: expect.any(Number),
      name: 'HD 172167',
      canonical_name: '* alf Lyr',
      ra_deg: 279.23473,
      dec_deg: 38.78369,
      object_type: 'dS*',
      bibcodes: [first.bibcode],
    });
    // Uses another name of the object, and the paper's DOI.
    await associate('10.5555/apj.1991.1381.412', 'Vega').expect(200, target);
    const both = { ...target, bibcodes: [first.bibcode, second.bibcode].toSorted() };
    await associate(second.bibcode, 'α Lyr').expect(200, both);
    expect(await list()).toEqual([both]);
    expect((await readLibrary(world)).map(({ bibcode }) => bibcode)).toEqual(
      expect.arrayContaining([first.bibcode, second.bibcode]),
    );
  });

  test('is linked once by concurrent calls', async () => {
    const { bibcode } = await givenFound(world, 'stone1991');
    const lock = await lockTable(world, 'target');
    const names = ['Vega', 'HD 172167', 'HR 7001', 'Deneb'];
    const all = Promise.all(names.map((name) => associate(bibcode, name).expect(200)));
    await lock.untilWaiting();
    await lock.release();
    const ids = (await all).map(({ body }) => (body as Target).id);
    expect(new Set(ids).size).toBe(2);
    expect(await list({ bibcode })).toHaveLength(2);
  });

  test('returns 404 and stores nothing if the object or the paper is unknown', async () => {
    const { bibcode } = await givenFound(world, 'tanaka2012');
    const unknown = await associate(bibcode, 'no such star').expect(404);
    expect(unknown.text).toMatch(/does not know an object named/);
    expect((await associate('2099Nowhere.1.....1X', 'Vega').expect(404)).text).toMatch(/no paper is known/);
    world.lab.setFault('names.resolve', [{ kind: 'forbidden' }]);
    await associate(bibcode, 'Sirius').expect(502);
    expect(await list()).toEqual([]);
    expect((await readLibrary(world)).map((paper) => paper.bibcode)).not.toContain(bibcode);
  });

  test('disappears from the list when its last paper is unlinked', async () => {
    const { bibcode } = await givenFound(world, 'stone1991');
    await associate(bibcode, 'Vega').expect(200);
    await world.sql(`delete from paper where bibcode = $1`, [bibcode]);
    expect(await list()).toEqual([]);
    await givenFound(world, 'stone1991');
    expect((await associate(bibcode, 'Vega').expect(200)).body).toMatchObject({ bibcodes: [bibcode] });
  });
});

test('the list has a fixed order, and can be filtered by page, paper and name', async () => {
  const [first, second] = [await givenFound(world, 'stone1991'), await givenFound(world, 'okonkwo2014')];
  for (const name of ['tau Sco', 'Vega', 'HD 93250', 'Deneb']) await associate(first.bibcode, name).expect(200);
  for (const name of ['Deneb', 'tau Sco']) await associate(second.bibcode, name).expect(200);
  const names = async (params: object) => (await list(params)).map(({ name }) => name);
  expect(await names({})).toEqual(['tau Sco', 'Vega', 'HD 93250', 'Deneb']);
  expect(await names({ limit: 2 })).toEqual(['tau Sco', 'Vega']);
  expect(await names({ limit: 2, offset: 1 })).toEqual(['Vega', 'HD 93250']);
  expect(await names({ offset: 4 })).toEqual([]);
  expect(await names({ bibcode: second.bibcode })).toEqual(['tau Sco', 'Deneb']);
  expect((await list({ bibcode: second.bibcode })).map(({ bibcodes }) => bibcodes.length)).toEqual([2, 2]);
  expect(await names({ q: 'hd1' })).toEqual(['tau Sco', 'Vega', 'Deneb']);
  expect(await names({ q: 'HIP 91262' })).toEqual(['Vega']);
  expect(await names({ q: 'α Lyr' })).toEqual(['Vega']);
  expect(await names({ q: '%' })).toEqual([]);
  expect(await names({ q: 'sco', bibcode: second.bibcode, limit: 1 })).toEqual(['tau Sco']);
  const unknown = await world.call('get', '/api/target/list').query({ bibcode: 'nothing' }).expect(404);
  expect(unknown.text).toMatch(/no paper is known/);
});
