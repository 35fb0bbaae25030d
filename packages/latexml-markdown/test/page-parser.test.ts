import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { PageParser, PageLimitError } from '@almagest/latexml-markdown';
import { parsePaper } from '@almagest/latexml-markdown/parse-paper';
import { latexmlPage, math, para } from './latexml-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'page-parser-'));
afterAll(() => rmSync(folder, { recursive: true }));

const parsers: PageParser[] = [];
afterEach(async () => {
  for (const parser of parsers.splice(0)) await parser.close();
});

function parserWith(limits?: ConstructorParameters<typeof PageParser>[0]): PageParser {
  const parser = new PageParser(limits);
  parsers.push(parser);
  return parser;
}

function fileOf(html: string) {
  const path = join(folder, `${Math.random()}.html`);
  writeFileSync(path, html);
  return { path, imageFolder: '/figures/' };
}

const paragraph = `So ${math('a<b')} it is, <b>strongly</b> (see <a href="#S1">Section 1</a>). `;
const small = latexmlPage(`${para(paragraph)}<figure id="F1" class="ltx_figure"><img src="a b.png"></figure>`);
/** Number of paragraphs that takes about a second to parse. */
const PARAGRAPHS = 800;
const huge = () => fileOf(latexmlPage(para(paragraph.repeat(20)).repeat(PARAGRAPHS)));

test('returns the same as the parser in the caller’s process, page after page', async () => {
  const parser = parserWith();
  const here = parsePaper(small, { imageLink: (name) => `/figures/${encodeURIComponent(name)}` });
  expect(here.blocks.map(({ markdown }) => markdown).join()).toContain('/figures/');
  expect(await parser.parse(fileOf(small))).toEqual(here);
  const both = await Promise.all([parser.parse(fileOf(small)), parser.parse(fileOf(latexmlPage(para('Other.'))))]);
  expect(both).toEqual([here, parsePaper(latexmlPage(para('Other.')))]);
});

test('does not block the caller’s event loop', async () => {
  const parser = parserWith();
  await parser.parse(fileOf(small));
  const page = huge();
  const reader = { isDone: false };
  const parsing = parser.parse(page).finally(() => (reader.isDone = true));
  let turns = 0;
  while (!reader.isDone) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  // Parsing in this process would block the event loop and allow only a few turns.
  expect(turns).toBeGreaterThan(1_000);
  expect((await parsing).blocks).toHaveLength(PARAGRAPHS);
});

test('stops at the time limit', async () => {
  const parser = parserWith({ timeoutMs: 100 });
  const endless = fileOf(latexmlPage(para(paragraph.repeat(20)).repeat(10 * PARAGRAPHS)));
  await expect(parser.parse(endless)).rejects.toEqual(new PageLimitError('the page could not be read within 0.1 s'));
});

test('stops at the memory limit, and parses the next page', async () => {
  // Node alone needs about 60 MiB.
  const parser = parserWith({ maxMemoryBytes: 128 * 1024 ** 2 });
  const vast = fileOf(latexmlPage(para(paragraph.repeat(20)).repeat(4 * PARAGRAPHS)));
  const [over, next] = await Promise.allSettled([parser.parse(vast), parser.parse(fileOf(small))]);
  expect(over).toMatchObject({ reason: new PageLimitError('the page needs more than 128 MiB of memory') });
  expect(next).toMatchObject({ status: 'fulfilled' });
});

test('stops when its signal aborts, both when running and when waiting', async () => {
  const parser = parserWith();
  const [stop, never] = [new AbortController(), new AbortController()];
  const first = parser.parse(huge(), never.signal);
  const second = parser.parse(fileOf(small), stop.signal);
  const third = parser.parse(fileOf(small));
  stop.abort(new Error('not needed any more'));
  await expect(second).rejects.toThrow('not needed any more');
  never.abort(new Error('nor this'));
  await expect(first).rejects.toThrow('nor this');
  await expect(third).resolves.toMatchObject({ blocks: { length: 2 } });
  await expect(parser.parse(fileOf(small), stop.signal)).rejects.toThrow('not needed any more');
});

test('aborts the current request when it is closed', async () => {
  const parser = parserWith();
  await parser.parse(fileOf(small));
  const outcome = parser.parse(huge()).catch((error: unknown) => error);
  // By now the page is on its way to the process.
  await new Promise((resolve) => setImmediate(resolve));
  await parser.close();
  await expect(outcome).resolves.toEqual(new Error('the page parser was closed'));
});

test('reports that the file is missing, and parses the next page', async () => {
  const parser = parserWith();
  await expect(parser.parse({ path: join(folder, 'none'), imageFolder: '' })).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(parser.parse(fileOf(small))).resolves.toMatchObject({ blocks: { length: 2 } });
});
