import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserTest, startBrowser, type TestBrowser } from '@almagest/test-kit/browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BROWSERS, buildConnector } from '../src/build/build-connector.ts';
import type { PageReading } from '../src/read-page.ts';

let folder: string;
let browser: TestBrowser | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connector-'));
  for (const one of BROWSERS) await buildConnector(join(folder, one), one);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

const meta = (...tags: readonly (readonly [name: string, content: string])[]) =>
  tags.map(([name, content]) => `<meta name="${name}" content="${content}">`).join('');

const HIGHWIRE = meta(
  ['citation_title', 'Winds of stars'],
  ['citation_author', 'Okonkwo, Ada'],
  ['citation_author', 'Lennon, D.'],
  ['citation_publication_date', '2014/03/01'],
  ['citation_journal_title', 'Journal of Tests'],
  ['citation_doi', 'doi:10.5555/Winds'],
  ['citation_pdf_url', '/winds.pdf'],
);

const article = (more: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@graph': [{ '@type': 'WebPage' }, more] })}</script>`;

const LINKED = article({
  '@type': 'ScholarlyArticle',
  headline: 'Dust of stars',
  author: [{ name: 'Ada Okonkwo' }, { name: 'D. Lennon' }],
  datePublished: '2015-01-02',
  isPartOf: { name: 'Journal of Tests' },
  sameAs: 'https://doi.org/10.5555/dust',
});

const CASES: readonly (readonly [what: string, path: string, page: string, paper: object | undefined])[] = [
  [
    'citation_*',
    '/a',
    HIGHWIRE,
    {
      identifier: '10.5555/winds',
      title: 'Winds of stars',
      authors: ['Okonkwo, Ada', 'Lennon, D.'],
      year: '2014',
      journal: 'Journal of Tests',
      doi: '10.5555/winds',
      pdf: 'https://journal.example/winds.pdf',
    },
  ],
  [
    'a preprint',
    '/a',
    meta(['citation_title', 'T'], ['citation_arxiv_id', '2101.01234']),
    { identifier: 'arXiv:2101.01234', title: 'T' },
  ],
  [
    'Dublin Core',
    '/a',
    meta(
      ['DC.Title', 'Clumps'],
      ['DC.Creator', 'Okonkwo, Ada'],
      ['DC.Date', '2013'],
      ['DC.Identifier', 'info:doi/10.5555/clumps'],
    ),
    { identifier: '10.5555/clumps', title: 'Clumps', authors: ['Okonkwo, Ada'], year: '2013' },
  ],
  [
    'JSON-LD',
    '/a',
    LINKED,
    { identifier: '10.5555/dust', title: 'Dust of stars', authors: ['Ada Okonkwo', 'D. Lennon'], year: '2015' },
  ],
  ['damaged JSON-LD', '/a', '<script type="application/ld+json">{</script>', undefined],
  [
    'a DOI in the address',
    '/doi/10.5555/here/full',
    '<title>Here</title>',
    { identifier: '10.5555/here', title: 'Here' },
  ],
  ['a title of Dublin Core without a DOI', '/a', meta(['DC.Title', 'Home page']), undefined],
  ['nothing', '/a', '<p>Hello</p>', undefined],
];

async function read(path: string, html: string): Promise<PageReading> {
  if (browser === undefined) throw new Error('the browser is missing');
  const { page, context } = await browser.open();
  await page.route('**/*', async (route) => await route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(`https://journal.example${path}`);
  await page.addScriptTag({ content: await readFile(join(folder, 'chromium/page.js'), 'utf8') });
  const reading = await page.evaluate<PageReading>('almagestPage.read()');
  await context.close();
  return reading;
}

for (const [what, path, html, paper] of CASES)
  browserTest(`reads a page with ${what}`, async () => {
    const reading = await read(path, html);
    expect(reading.rows).toEqual([]);
    if (paper === undefined) expect(reading.paper).toBeUndefined();
    else expect(reading.paper).toMatchObject(paper);
  });

browserTest('reads the papers of a list, each once with its longest text', async () => {
  const { paper, rows } = await read(
    '/search',
    `<a href="/abs/2014MNRAS.443.1201O/abstract">1</a><a href="/abs/2014MNRAS.443.1201O/abstract">The title</a>
     <a href="https://doi.org/10.5555/other">Other</a><a href="/about">About</a><a href="http://[">Broken</a>`,
  );
  expect(paper).toBeUndefined();
  expect(rows.map(({ identifier, title }) => [identifier, title])).toEqual([
    ['2014MNRAS.443.1201O', 'The title'],
    ['10.5555/other', 'Other'],
  ]);
});

test('requests access to no site in advance, and includes every file that its manifest names', async () => {
  for (const one of BROWSERS) {
    const manifest = JSON.parse(await readFile(join(folder, one, 'manifest.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest['permissions']).toEqual(['activeTab', 'alarms', 'scripting', 'storage', 'unlimitedStorage']);
    expect(manifest).not.toHaveProperty('host_permissions');
    expect(manifest).not.toHaveProperty('content_scripts');
    const text = JSON.stringify(manifest);
    for (const file of ['background.js', 'icon.png', 'popup.html']) expect(text).toContain(`"${file}"`);
    for (const file of ['background.js', 'icon.png', 'popup.html', 'page.js', 'popup.js', 'popup.css'])
      expect((await readFile(join(folder, one, file))).length).toBeGreaterThan(0);
    // Extension stores refuse code that is loaded or evaluated later.
    for (const script of ['background.js', 'page.js', 'popup.js'])
      expect(await readFile(join(folder, one, script), 'utf8')).not.toMatch(/\beval\(|new Function|innerHTML|import\(/);
  }
});
