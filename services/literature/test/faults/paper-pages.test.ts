import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PaperPage } from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import { givenFound } from '../papers.ts';
import { sendUpload } from '../upload-calls.ts';
import { useWorld } from '../world.ts';

const world = useWorld({ worker: false, env: { PAGE_TIMEOUT_MS: '6000' } });

/** Adds a parsed paper and replaces its blocks with one block of this Markdown. */
async function givenText(key: string, markdown?: string): Promise<string> {
  const { bibcode } = await givenFound(world, key);
  await world.call('post', '/api/download').send({ bibcode }).expect(200);
  await world.call('post', '/api/parse').send({ bibcode }).expect(200);
  if (markdown === undefined) return bibcode;
  const own = `paper_id = (select id from paper where bibcode = $1)`;
  await world.sql(`delete from block where ${own} and position > 0`, [bibcode]);
  await world.sql(`update block set kind = 'paragraph', markdown = $2 where ${own}`, [bibcode, markdown]);
  return bibcode;
}

const page = (bibcode: string) => world.call('get', '/api/paper/page').query({ bibcode });

async function metric(name: string): Promise<number> {
  const { text } = await world.call('get', '/metrics').expect(200);
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

const renderings = (outcome: string) => metric(`literature_page_renderings_total{outcome="${outcome}"}`);
const callers = () => metric('literature_page_callers');

/** Takes minutes to typeset. */
const HEAVY = Array.from({ length: 3_000 }, (_, n) => `$${`\\frac{x_{${n}}}{\\sqrt{y}}+`.repeat(400)}1$`).join(' and ');

test('a paper too large to typeset is refused with the reason, while the API answers other requests', async () => {
  const bibcode = await givenText('okonkwo2014', HEAVY);
  const answered = new AbortController();
  const asked = page(bibcode).then((answer) => {
    answered.abort();
    return answer;
  });
  let others = 0;
  while (!answered.signal.aborted) {
    await world.call('get', '/api/library').expect(200);
    others += 1;
  }
  const { status, text } = await asked;
  expect({ status, text }).toMatchObject({ status: 400 });
  expect(text).toContain(
    `more than 6 s. Typesetting stopped at paragraph 0 (paragraph, ${HEAVY.length} characters) of 1`,
  );
  expect(text).toContain('GET /api/paper has its Markdown');
  // If the paper were typeset on the main thread, no other request would have been answered first.
  expect(others).toBeGreaterThan(3);
  // A rendering known to be too large is not started again.
  await page(bibcode).expect(400);
  expect(await renderings('too_costly')).toBe(1);
});

test.each([
  ['signs that begin a tag', `<p ${'<'.repeat(2_000_000)}`],
  ['tags that never end', `<html>${'<div '.repeat(400_000)}`],
  ['classes that never end', `<html><body ${'class="'.repeat(300_000)}`],
])('an uploaded page of nothing but %s is refused quickly', async (_what, html) => {
  const { bibcode } = await givenFound(world, 'stone1991');
  const { status, text } = await sendUpload(world, { bibcode, type: 'html', file: Buffer.from(html) });
  expect({ status, text }).toEqual({ status: 400, text: expect.stringMatching(/hardly any text|is not the paper/) });
});

test('concurrent requests share one rendering, which is stored with the paper', async () => {
  const bibcode = await givenText('vasquez2018');
  const before = await renderings('rendered');
  const answers = await Promise.all(Array.from({ length: 5 }, () => page(bibcode).expect(200)));
  const [first, ...others] = answers.map(({ body }) => body as PaperPage);
  for (const other of others) expect(other).toEqual(first);
  expect(first?.blocks.length).toBeGreaterThan(10);
  expect(await renderings('rendered')).toBe(before + 1);
  const files = (await readdir(world.libraryDir, { recursive: true })).filter((name) => name.endsWith('.page.json'));
  expect(files).toHaveLength(1);
  const file = join(world.libraryDir, files[0] ?? '');
  await writeFile(file, (await readFile(file, 'utf8')).replace('"untypeset":', '"untypeset":12345'));
  expect(((await page(bibcode).expect(200)).body as PaperPage).untypeset).toBeGreaterThan(12_344);
  expect(await renderings('rendered')).toBe(before + 1);
});

test('a rendering stops when its last caller disconnects, and continues while another one waits', async () => {
  const bibcode = await givenText('okonkwo2014', `${HEAVY} `);
  const [one, other] = [new AbortController(), new AbortController()];
  const address = `${world.url}/api/paper/page?bibcode=${encodeURIComponent(bibcode)}`;
  const ask = (caller: AbortController) => fetch(address, { signal: caller.signal }).catch(() => undefined);
  const asked = [ask(one), ask(other)];
  await until(async () => (await callers()) === 2, 'both wait');
  one.abort();
  await asked[0];
  await until(async () => (await callers()) === 1, 'one waits');
  expect(await renderings('abandoned')).toBe(0);
  other.abort();
  await asked[1];
  await until(async () => (await renderings('abandoned')) === 1, 'the rendering has stopped');
  expect(await callers()).toBe(0);
  expect(await renderings('too_costly')).toBe(1);
});
