import { appendFile, readFile, rm } from 'node:fs/promises';
import type { AddedPaper, PaperBlocks, PaperOutline, PaperPage, StandardPaper } from '@almagest/contracts/literature';
import { describe, expect, test } from '@jest/globals';
import { harmIn } from '../../../packages/paper-html/test/harm.ts';
import { pathOf } from './library-files.ts';
import { givenFound, type Entry } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

async function givenParsed(key: string): Promise<Entry> {
  const entry = await givenFound(world, key);
  await world.call('post', '/api/download').send({ bibcode: entry.bibcode }).expect(200);
  await world.call('post', '/api/parse').send({ bibcode: entry.bibcode }).expect(200);
  return entry;
}

async function page(bibcode: string): Promise<PaperPage> {
  return (await world.call('get', '/api/paper/page').query({ bibcode }).expect(200)).body as PaperPage;
}

/** Removes spaces and comments at line ends from TeX. */
const plainTex = (tex: string): string => tex.replaceAll(/%\s*\n|\s/g, '');

describe('a paper in the reader', () => {
  test('has the blocks of its Markdown, with typeset formulas and working figures', async () => {
    const { bibcode, paper } = await givenParsed('okonkwo2014');
    const shown = await page(bibcode);
    expect(shown).toMatchObject({
      paper: { bibcode, title: paper.title, has_markdown: true },
      loose_translation_html: null,
      untypeset: 0,
    });
    expect(shown.blocks.map(({ index }) => index)).toEqual(shown.blocks.map((_, index) => index));
    const html = shown.blocks.map((block) => block.html).join('\n');
    const source = await readFile(await pathOf(world, bibcode, 'html'), 'utf8');
    const inSource = [...source.matchAll(/<math[^>]*\balttext="([^"]*)"/g)].map(([, tex = '']) => plainTex(tex));
    const typeset = [...html.matchAll(/<annotation[^>]*>([^<]*)</g)].map(([, tex = '']) => plainTex(tex));
    expect(typeset).toHaveLength(shown.formulas);
    expect(html.match(/class="katex"/g)).toHaveLength(shown.formulas);
    // The formulas are in order. The lines of an equation group are one formula.
    let rest = typeset.join('\n');
    expect(inSource.length).toBeGreaterThan(20);
    for (const tex of inSource) {
      expect([tex, rest.includes(tex)]).toEqual([tex, true]);
      rest = rest.slice(rest.indexOf(tex) + tex.length);
    }
    expect(html).toMatch(/<table>[^]*<\/table>/);
    expect(html).toMatch(/<a href="#bib\.bib\d+">/);
    expect(html).toMatch(/<a id="bib\.bib\d+">/);
    expect(harmIn(html)).toEqual([]);
    const [, figure = ''] = /<img src="([^"]+)"/.exec(html) ?? [];
    await world.call('get', figure.replaceAll('&amp;', '&')).expect(200);
  });

  test('links to its other sources', async () => {
    const { bibcode } = await givenFound(world, 'tanaka2012');
    const { links, paper } = await page(bibcode);
    expect(links).toEqual([
      { label: 'Publisher', url: `https://doi.org/${paper.doi}` },
      { label: 'Preprint', url: `${world.lab.origins.preprintWeb}/abs/${paper.preprint_id}` },
      { label: 'Catalog', url: `https://ui.adsabs.harvard.edu/abs/${encodeURIComponent(bibcode)}/abstract` },
    ]);
  });

  test('has no link to the catalog if the catalog does not know it', async () => {
    const thesis = { title: 'Winds of Be stars, a thesis', authors: ['Vega, M.'], year: '2011' };
    const added = await world.call('post', '/api/papers').send(thesis).expect(200);
    expect((await page((added.body as AddedPaper).paper?.bibcode ?? '')).links).toEqual([]);
  });

  test('has no blocks while it is not parsed', async () => {
    const { bibcode } = await givenFound(world, 'gutierrez2018');
    expect(await page(bibcode)).toMatchObject({ blocks: [], formulas: 0, loose_translation_html: null });
    await givenParsed('gutierrez2018');
    expect((await page(bibcode)).blocks.length).toBeGreaterThan(5);
    await rm(await pathOf(world, bibcode, 'markdown'));
    expect((await page(bibcode)).blocks).toEqual([]);
  });

  test('has the same content under its other names, and an unknown one returns 404', async () => {
    const { bibcode, paper } = await givenParsed('quist2017');
    expect(await page(`arXiv:${paper.preprint?.id ?? ''}`)).toEqual(await page(bibcode));
    await world.call('get', '/api/paper/page').query({ bibcode: '2050MNRAS.999..999Z' }).expect(404);
  });

  test('shows the new text after another parse', async () => {
    const { bibcode } = await givenParsed('jorgensen2015');
    const before = await page(bibcode);
    const html = `<html><body><article class="ltx_document"><div class="ltx_para"><p class="ltx_p">Other text. ${'It is long. '.repeat(200)}</p></div></article></body></html>`;
    await world
      .call('post', '/api/upload')
      .field('bibcode', bibcode)
      .field('type', 'html')
      .attach('file', Buffer.from(html), 'x.html')
      .expect(200);
    await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(200);
    const after = await page(bibcode);
    expect(after.blocks.map((block) => block.html).join()).toContain('Other text.');
    expect(after.blocks.length).not.toBe(before.blocks.length);
  });

  test('contains no active content for any blocks', async () => {
    const { bibcode } = await givenParsed('ozdemir2016');
    const attacks = ['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '[x](javascript:alert(1))'];
    await world.sql(
      `update block set markdown = $2 where paper_id = (select id from paper where bibcode = $1) and position < 5`,
      [bibcode, `${attacks.join(' ')} <form action=x><input> <svg onload=alert(1)>`],
    );
    const html = (await page(bibcode)).blocks.map((block) => block.html).join('\n');
    expect(html).toContain('no-picture');
    expect(harmIn(html)).toEqual([]);
  });
});

describe('next to its translation', () => {
  test('shows each block and its formulas next to the translation, which has no anchors', async () => {
    const { bibcode } = await givenParsed('zhao2023');
    await world.call('post', '/api/translate').send({ bibcode }).expect(200);
    const { blocks, paper, loose_translation_html: loose } = await page(bibcode);
    expect(paper.has_translation).toBe(true);
    expect(loose).toBeNull();
    const tagsOf = (html: string | null) => html?.match(/<(?:h\d|p|li|table|td|math|img)\b/g);
    for (const { html, translation_html } of blocks) expect(tagsOf(translation_html)).toEqual(tagsOf(html));
    const translations = blocks.map(({ translation_html }) => translation_html ?? '');
    expect(translations.filter((html, index) => html !== blocks[index]?.html).length).toBeGreaterThan(5);
    expect(translations.join()).not.toMatch(/ id="/);
    expect(harmIn(translations.join())).toEqual([]);
  });

  test('loads in ranges with the same blocks, and its outline links to each of them', async () => {
    const { bibcode } = await givenParsed('zhao2023');
    const outlineNow = async () =>
      (await world.call('get', '/api/paper/outline').query({ bibcode }).expect(200)).body as PaperOutline;
    const range = async (from: number, count: number) =>
      (await world.call('get', '/api/paper/blocks').query({ bibcode, from, count }).expect(200)).body as PaperBlocks;
    await world.call('post', '/api/translate').send({ bibcode }).expect(200);
    const whole = await page(bibcode);
    const outline = await outlineNow();
    expect(outline).toMatchObject({ paper: whole.paper, links: whole.links, translation: 'aligned' });
    expect(outline.blocks.map(({ kind }) => kind)).toEqual(whole.blocks.map(({ kind }) => kind));
    const parts = [await range(0, 7), await range(7, 9), await range(16, 200)];
    expect(parts.flatMap(({ blocks }) => blocks)).toEqual(whole.blocks);
    expect(parts.map(({ revision }) => revision)).toEqual(parts.map(() => outline.revision));
    expect(parts.reduce((sum, { formulas }) => sum + formulas, 0)).toBe(whole.formulas);
    expect(await range(whole.blocks.length, 5)).toMatchObject({ blocks: [], formulas: 0 });
    // Every anchor is in the block that the outline names.
    for (const [index, { anchors = [] }] of outline.blocks.entries())
      for (const anchor of anchors) expect(whole.blocks[index]?.html).toContain(`id="${anchor}"`);
    expect(outline.blocks.flatMap(({ anchors = [] }) => anchors).length).toBeGreaterThan(5);
    await appendFile(await pathOf(world, bibcode, 'translation'), '\n\nMehr.\n');
    expect(await outlineNow()).toMatchObject({ translation: 'loose' });
    expect((await range(0, 3)).blocks.every(({ translation_html: html }) => html === null)).toBe(true);
  });

  test('a translation with other blocks is shown without the text', async () => {
    const { bibcode } = await givenParsed('petrov2018');
    await world.call('post', '/api/translate').send({ bibcode }).expect(200);
    await appendFile(await pathOf(world, bibcode, 'translation'), '\n\nMehr.\n');
    const shown = await page(bibcode);
    expect(shown.blocks.every(({ translation_html }) => translation_html === null)).toBe(true);
    expect(shown.loose_translation_html).toContain('<p>Mehr.</p>');
    expect(harmIn(shown.loose_translation_html ?? '')).toEqual([]);
  });
});

test('the library is searched by words from titles, authors and identifiers, and listed newest first', async () => {
  const list = async (query: object) =>
    ((await world.call('get', '/api/library').query(query).expect(200)).body as StandardPaper[]).map(
      ({ bibcode }) => bibcode,
    );
  const all = await list({});
  expect(all.length).toBeGreaterThan(4);
  expect(await list({ order: 'newest' })).toEqual(all.toReversed());
  expect(await list({ order: 'newest', limit: 2, offset: 1 })).toEqual(all.toReversed().slice(1, 3));
  const entry = world.lab.library.byKey('okonkwo2014');
  expect(await list({ q: `okonkwo ${entry.paper.title.split(' ')[1]?.toUpperCase()}` })).toEqual([entry.bibcode]);
  expect(await list({ q: entry.bibcode.slice(0, 12) })).toEqual([entry.bibcode]);
  for (const q of ['phlogiston', '%', 'okonkwo_', String.raw`\ `.trim()]) expect(await list({ q })).toEqual([]);
});
