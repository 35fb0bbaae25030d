import { browserTest, listAccessibilityFaults, type Window } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { exportAs } from '../import-calls.ts';
import type { Entry } from '../papers.ts';
import { givenParsed } from '../retrieval/passages.ts';
import { OFTEN_SWEPT } from '../world.ts';

const TITLE = String.raw`On $\kappa_{\rm Ross}$ and $\frac{a}{b}$ of hot stars`;
const NOTE = String.raw`The mean $\kappa_{\rm Ross}$ is *low*, by $10^{-3}$, and costs $5`;
const QUESTION = String.raw`What is the angular diameter $\theta_{\rm LD}$ of Procyon?`;
const ANSWER = String.raw`It is \(\theta = 5.406\) mas [1], from $y = \frac{a}{b} \tag{3}$.`;

let parsed: Entry;
const reader = readerWorld(
  async (world) => {
    parsed = await givenParsed(world, 'tanaka2020');
    const send = async (path: string, body: object) => await world.call('post', path).send(body).expect(200);
    const abstract = String.raw`We derive $\sqrt{\kappa}$.`;
    await send('/api/papers', { title: TITLE, authors: ['Ng, A.'], year: '2001', pub_journal: 'MNRAS', abstract });
    await send('/api/papers', { title: `${TITLE}: a survey`, authors: ['Ng, A.'], year: '2001', pub_journal: 'ApJ' });
    await world.sql(`update paper set pdf_location = 'error:not_found' where title = $1`, [TITLE]);
    const note = { paragraph_index: 2, highlight_color: 'blue', note_text: NOTE };
    await send('/api/notes', { ...note, bibcode: parsed.bibcode, selected_text: '' });
  },
  { env: OFTEN_SWEPT },
);

/** Expects typeset formulas, and no TeX outside fields. */
async function expectTypeset(page: Window['page'], formulas: RegExp): Promise<void> {
  const shown = async () => await page.evaluate<string>('document.body.innerText');
  await until(async () => formulas.test(await shown()), `${String(formulas)} to be shown`, shown);
  await until(async () => !/\\[a-z]{2,}|\$[\\^_]/.test(await shown()), 'no TeX to be shown', shown);
}

browserTest('typesets formulas in lists, papers, notes and duplicates', async () => {
  const { page, faults } = await reader.open({ at: '/nowhere' });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.evaluate(`location.hash = '/library'`);
  await expectTypeset(page, /On κ\s*Ross and a\/b of/);
  // Lists don't load the typesetting library.
  expect(scripts.filter((address) => address.includes('typeset-formula'))).toEqual([]);
  for (const [at, formulas] of [
    ['/find?q=stars', /On κ\s*Ross/],
    ['/notes', /The mean κ\s*Ross is \*low\*, by 10\s*−3, and costs \$5/],
    ['/duplicates', /On κ\s*Ross/],
    ['/synchronisation', /On κ\s*Ross/],
    [`/papers/${encodeURIComponent(parsed.bibcode)}?right=notes`, /The mean κ\s*Ross/],
  ] as const) {
    await page.evaluate(`location.hash = ${JSON.stringify(at)}`);
    await expectTypeset(page, formulas);
    expect([at, await listAccessibilityFaults(page)]).toEqual([at, []]);
  }
  await page.evaluate(`location.hash = '/graph'`);
  await page.getByLabel('include papers without citations').check();
  await expectTypeset(page, /On κ\s*Ross/);
  await page.evaluate(`location.hash = '/library'`);
  await page.getByRole('link', { name: /On κ.*survey/ }).click();
  await page.getByRole('heading', { level: 1 }).getByText('survey').waitFor();
  await expectTypeset(page, /On κ\s*Ross/);
  expect(faults).toEqual([]);
});

browserTest('typesets questions, answers with numbered equations, and their sources', async () => {
  reader.world.lab.setScript([{ text: ANSWER }]);
  const { page, faults } = await reader.open({ at: '/ask' });
  await page.getByLabel('Question', { exact: true }).fill(QUESTION);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copy with citations' }).waitFor();
  await expectTypeset(page, /angular diameter θ\s*LD of Procyon/);
  const answer = page.getByRole('article');
  await until(async () => (await answer.locator('.rich-text math').count()) === 2, 'both formulas to be typeset');
  expect(await answer.locator('.katex-error').count()).toBe(0);
  await answer.getByText('(3)').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('exports notes with their formulas as written', async () => {
  const markdown = await exportAs(reader.world, 'markdown');
  expect(markdown).toContain(String.raw`The mean $\kappa_{\rm Ross}$ is \*low\*, by $10^{-3}$, and costs \$5`);
});
