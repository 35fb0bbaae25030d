import type { ExtractedTarget, PaperText, Target } from '@almagest/contracts/literature';
import { beforeEach, expect, test } from '@jest/globals';
import { givenFound } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });
beforeEach(async () => {
  await world.sql('truncate target, target_paper, name_lookup');
});

const extract = (body: object) => world.call('post', '/api/target/extract').send(body);
const targetsIn = async (body: object): Promise<ExtractedTarget[]> =>
  ((await extract(body).expect(200)).body as { targets: ExtractedTarget[] }).targets;
const list = async (): Promise<Target[]> => (await world.call('get', '/api/target/list').expect(200)).body as Target[];

async function givenParsed(key: string): Promise<{ bibcode: string; markdown: string }> {
  const { bibcode } = await givenFound(world, key);
  await world.call('post', '/api/download').send({ bibcode, force: false }).expect(200);
  await world.call('post', '/api/parse').send({ bibcode, force: false }).expect(200);
  const { body } = await world.call('get', '/api/paper').query({ bibcode }).expect(200);
  return { bibcode, markdown: (body as PaperText).english_content ?? '' };
}

test('the designations in a text are returned with their positions, without a request to the resolver', async () => {
  world.lab.setFault('names.resolve', [{ kind: 'reset' }]);
  const before = world.lab.requests().length;
  const text = 'Of HD~93250 and τ Sco, HD 93250 is hotter.\n\nReferences\nHD 1, 2010';
  await extract({ text }).expect(200, {
    targets: [
      { designation: 'HD 93250', catalog: 'HD', count: 2, offsets: [3, 23] },
      { designation: 'tau Sco', catalog: 'Bayer', count: 1, offsets: [16] },
    ],
  });
  expect(world.lab.requests()).toHaveLength(before);
});

test('a megabyte of text is accepted, and returns an empty list if it names no stars', async () => {
  const text = 'the star HD 93250 ( '.repeat(60_000);
  expect(await targetsIn({ text })).toEqual([expect.objectContaining({ designation: 'HD 93250', count: 60_000 })]);
  expect(await targetsIn({ text: 'the star ( '.repeat(100_000) })).toEqual([]);
});

test("the offsets of a paper's designations refer to the Markdown in the reader", async () => {
  const { bibcode, markdown } = await givenParsed('tanaka2012');
  const targets = await targetsIn({ bibcode });
  expect(targets.map(({ designation }) => designation)).toEqual(expect.arrayContaining(['HD 84937', 'HD 140283']));
  for (const { designation, offsets, count } of targets) {
    expect(offsets).toHaveLength(count);
    for (const offset of offsets)
      expect(markdown.slice(offset, offset + designation.length).replaceAll(/\s/g, ' ')).toBe(designation);
  }
});

test('names that the resolver knows are linked to the paper, and others are not', async () => {
  const { bibcode } = await givenParsed('tanaka2012');
  const text = 'HD 93250, tau Sco and HD 999, with 3I/ATLAS; also α Lyr and HD 172167, which are one.';
  const targets = await targetsIn({ text, bibcode, associate: true });
  const linked = new Map((await list()).map((target) => [target.canonical_name, target.id]));
  expect(Object.fromEntries(targets.map(({ designation, target_id }) => [designation, target_id]))).toEqual({
    'HD 93250': linked.get('HD 93250'),
    'tau Sco': linked.get('* tau Sco'),
    'alf Lyr': linked.get('* alf Lyr'),
    'HD 172167': linked.get('* alf Lyr'),
    'HD 999': null,
    '3I/ATLAS': null,
  });
  expect([...linked.keys()].toSorted()).toEqual(['* alf Lyr', '* tau Sco', 'HD 93250']);
  expect((await list()).map(({ bibcodes }) => bibcodes)).toEqual([[bibcode], [bibcode], [bibcode]]);
  // The second call sends no request and changes nothing.
  const before = [await list(), world.lab.requests({ host: 'names' }).length];
  expect(await targetsIn({ text, bibcode, associate: true })).toEqual(targets);
  expect([await list(), world.lab.requests({ host: 'names' }).length]).toEqual(before);
});

test('one call reads a paper and links its targets', async () => {
  const { bibcode } = await givenParsed('tanaka2012');
  const targets = await targetsIn({ bibcode, associate: true });
  expect(targets.find(({ designation }) => designation === 'HD 84937')?.target_id).toEqual(expect.any(Number));
  expect((await list()).map(({ name }) => name)).toContain('HD 84937');
});

test('an invalid name is not linked, and the others are', async () => {
  const { bibcode } = await givenParsed('tanaka2012');
  world.lab.setFault('names.resolve', { kind: 'not_found', only: '149382' });
  const answer = await extract({ text: 'HD 93250, HD 149382 and HD 127493', bibcode, associate: true }).expect(200);
  expect(answer.headers['x-source-errors']).toMatch(/^names: the name resolver \(.*\) answered HTTP 404/);
  const { targets } = answer.body as { targets: ExtractedTarget[] };
  expect(targets.map(({ target_id }) => target_id)).toEqual([expect.any(Number), null, expect.any(Number)]);
  expect((await list()).map(({ name }) => name).toSorted()).toEqual(['HD 127493', 'HD 93250']);
});

test('a failing resolver is not queried for every name', async () => {
  const { bibcode } = await givenParsed('tanaka2012');
  world.lab.setFault('names.resolve', { kind: 'not_found' });
  const before = world.lab.requests({ host: 'names' }).length;
  const text = Array.from({ length: 40 }, (_, n) => `HD ${n + 1}`).join(', ');
  expect((await targetsIn({ text, bibcode, associate: true })).every((one) => one.target_id === null)).toBe(true);
  expect(world.lab.requests({ host: 'names' }).length - before).toBeLessThan(10);
});

test('one call resolves at most sixty names, and the next call continues', async () => {
  const { bibcode } = await givenParsed('tanaka2012');
  const text = Array.from({ length: 100 }, (_, n) => `HD ${n + 1}`).join(', ');
  const asked = async () => {
    const before = world.lab.requests({ host: 'names' }).length;
    await targetsIn({ text, bibcode, associate: true });
    return world.lab.requests({ host: 'names' }).length - before;
  };
  expect([await asked(), await asked(), await asked()]).toEqual([60, 40, 0]);
});

test.each([
  [{}, 400, /give a text or the bibcode of a parsed paper/],
  [{ text: 'HD 1', associate: true }, 400, /associate needs the bibcode/],
  [{ bibcode: 'nothing' }, 404, /no paper is known/],
  [{ text: 'HD 1', bibcode: 'nothing' }, 404, /no paper is known/],
])('%j is refused with %d', async (body, status, words) => {
  const answer = await extract(body).expect(status);
  expect([answer.type, answer.text]).toEqual(['text/plain', expect.stringMatching(words)]);
});

test('a paper that is not parsed is refused, with the remedy', async () => {
  const { bibcode } = await givenFound(world, 'stone1991');
  expect((await extract({ bibcode }).expect(400)).text).toBe(`${bibcode} has not been parsed yet. Parse it first`);
});
