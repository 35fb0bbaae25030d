import { rm, writeFile } from 'node:fs/promises';
import type { PaperText } from '@almagest/contracts/literature';
import { raw } from '@almagest/test-kit/raw-http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { HOSTILE_PDFS } from '../../../packages/pdf-markdown/test/hostile-pdf.ts';
import { writePdf } from '@almagest/upstream-lab/pdf-writer';
import { pathOf } from './library-files.ts';
import { givenFound, readRecord, type Entry } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });
beforeAll(async () => {
  world.lab.setSettings({ publisherAt: 'mirror' });
});

async function givenDownloaded(key: string): Promise<Entry> {
  const entry = await givenFound(world, key);
  await world.call('post', '/api/download').send({ bibcode: entry.bibcode }).expect(200);
  return entry;
}

async function parse(bibcode: string, more: object = {}): Promise<string> {
  const { body } = await world
    .call('post', '/api/parse')
    .send({ bibcode, ...more })
    .expect(200);
  return (body as { markdown: string }).markdown;
}

async function upload(bibcode: string, type: 'pdf' | 'html', file: Buffer): Promise<void> {
  await world
    .call('post', '/api/upload')
    .field('bibcode', bibcode)
    .field('type', type)
    .attach('file', file, 'f')
    .expect(200);
}

async function read(bibcode: string): Promise<PaperText> {
  return (await world.call('get', '/api/paper').query({ bibcode }).expect(200)).body as PaperText;
}

const FIGURE = /!\[[^\]]*\]\((\/api\/paper\/figures\/[^)\s]+)\)/;

describe('a parse', () => {
  test('uses the HTML if there is one: formulas as TeX, tables, figures and references', async () => {
    const { bibcode, paper } = await givenDownloaded('okonkwo2014');
    expect(await read(bibcode)).toMatchObject({ english_content: null, translation_content: null });
    const markdown = await parse(bibcode);
    expect(markdown).toContain(`# ${paper.title}`);
    expect(markdown).toMatch(/\$\$\s*D=/);
    expect(markdown).toMatch(/\$s_\{i\}\$/);
    expect(markdown).toMatch(FIGURE);
    expect(markdown).toMatch(/^\| .* \|$/m);
    expect(markdown).toMatch(/^## .*References$/m);
    const text = await read(bibcode);
    expect(text.english_content).toBe(markdown);
    expect(text.paper).toMatchObject({ bibcode, has_markdown: true, has_translation: false });
  });

  test('uses the PDF if the HTML is missing', async () => {
    const { bibcode } = await givenDownloaded('vandermeer2004');
    expect(await parse(bibcode)).toMatch(/Mass-loss rates from/);
    const both = await givenDownloaded('quist2017');
    const fromHtml = await parse(both.bibcode);
    await rm(await pathOf(world, both.bibcode, 'html'));
    const fromPdf = await parse(both.bibcode, { force: true });
    expect(fromPdf).not.toBe(fromHtml);
    expect(fromPdf).toContain('Third-order formal solvers');
  });

  test('of a large page does not block other requests', async () => {
    const { bibcode } = await givenFound(world, 'zhao2023');
    const sentence = 'The wind <math alttext="\\dot{M}&lt;10^{-6}"><mi>m</mi></math> is <b>driven</b> by light. ';
    const paragraph = `<div class="ltx_para"><p class="ltx_p">${sentence.repeat(20)}</p></div>`;
    const page = `<html><body><article class="ltx_document">${paragraph.repeat(800)}</article></body></html>`;
    await upload(bibcode, 'html', Buffer.from(page));
    const reader = { isDone: false };
    const parsing = parse(bibcode).finally(() => (reader.isDone = true));
    let answered = 0;
    for (; !reader.isDone; answered += 1) await world.call('get', '/healthz').expect(200);
    // About 20 requests are answered while the paper is looked up and stored, and 700 while it is also parsed.
    expect(answered).toBeGreaterThan(100);
    expect((await parsing).match(/dot\{M\}/g)).toHaveLength(16_000);
  });

  test('runs once, and again only with force or if its file is missing', async () => {
    const { bibcode } = await givenDownloaded('tanaka2020');
    const first = await parse(bibcode);
    const file = await pathOf(world, bibcode, 'markdown');
    await writeFile(file, 'what the disk says');
    expect(await parse(bibcode)).toBe('what the disk says');
    expect((await read(bibcode)).english_content).toBe('what the disk says');
    expect(await parse(bibcode, { force: true })).toBe(first);
    await rm(file);
    expect(await readRecord(world, bibcode)).toMatchObject({ has_markdown: false });
    expect(await parse(bibcode)).toBe(first);
  });

  test('of a paper that is not downloaded is refused', async () => {
    const { bibcode } = await givenFound(world, 'stone1991');
    const { status, text, type } = await world.call('post', '/api/parse').send({ bibcode });
    expect({ status, type }).toEqual({ status: 400, type: 'text/plain' });
    expect(text).toBe(`${bibcode} has no full text yet. Download or upload it first`);
  });

  test.each([
    ['encrypted', () => writePdf([{ texts: [{ text: 'secret', x: 50, y: 80 }] }], { password: 'secret' }), /encrypted/],
    ['damaged', () => Buffer.from('%PDF-1.4\nnothing here\n'), /damaged|cannot be read/],
    ...HOSTILE_PDFS.map(([what, file]) => [what, () => file, /damaged|cannot be|scan|no text|too deeply/] as const),
    ['without text', () => writePdf([{ shapes: [{ left: 50, top: 50, width: 500, height: 700 }] }]), /scan|no text/],
  ])('of a PDF that is %s fails with the reason, and stores nothing', async (_what, file, words) => {
    const { bibcode } = await givenFound(world, 'chaudhary2002');
    await upload(bibcode, 'pdf', file());
    const { status, text, type } = await world.call('post', '/api/parse').send({ bibcode });
    expect({ status, type }).toEqual({ status: 400, type: 'text/plain' });
    expect(text).toMatch(words);
    expect(text).not.toMatch(/\bat |\/tmp\/|Exception/);
    expect(await read(bibcode)).toMatchObject({
      english_content: null,
      paper: { has_markdown: false, is_downloaded: true },
    });
  });

  test('that fails keeps the earlier Markdown, unless it is from another file', async () => {
    const { bibcode } = await givenDownloaded('marchetti2007');
    const markdown = await parse(bibcode);
    await writeFile(await pathOf(world, bibcode, 'pdf'), '%PDF-1.4\nnothing here\n');
    await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(400);
    expect(await read(bibcode)).toMatchObject({
      english_content: markdown,
      paper: { has_markdown: true, parse_error: expect.stringMatching(/^pdf: /) },
    });
    await upload(bibcode, 'pdf', Buffer.from('%PDF-1.5\nnothing here\n'));
    await world.call('post', '/api/parse').send({ bibcode, force: true }).expect(400);
    expect(await read(bibcode)).toMatchObject({ english_content: null, paper: { has_markdown: false } });
  });

  test('parses a paper without the images that cannot be downloaded', async () => {
    const { bibcode } = await givenDownloaded('petrov2018');
    world.lab.setFault('preprintWeb.figure', { kind: 'challenge' });
    const markdown = await parse(bibcode);
    expect(markdown).toContain('Level dissolution');
    const [, link] = FIGURE.exec(markdown) ?? [];
    if (link !== undefined) await request(world.url).get(link).expect(404);
  });
});

describe('a figure', () => {
  let link = '';
  beforeAll(async () => {
    const { bibcode } = await givenDownloaded('marchetti2016');
    link = FIGURE.exec(await parse(bibcode))?.[1] ?? '';
    expect(link).toContain(encodeURIComponent(bibcode));
  });

  test('of the Markdown is served as an image that cannot run scripts', async () => {
    const { status, headers, body } = await request(world.url).get(link).responseType('arraybuffer');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^image\/(?:png|svg\+xml)/);
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((body as Buffer).length).toBeGreaterThan(100);
  });

  test('supports ranges and ETags', async () => {
    const whole = await request(world.url).get(link).responseType('arraybuffer').expect(200);
    const part = await request(world.url).get(link).set('Range', 'bytes=0-7').responseType('arraybuffer').expect(206);
    expect(part.body).toEqual((whole.body as Buffer).subarray(0, 8));
    await request(world.url).get(link).set('If-None-Match', String(whole.headers['etag'])).expect(304);
    const beyond = await request(world.url).get(link).set('Range', 'bytes=99999999-').expect(416);
    expect(beyond.type).toBe('text/plain');
    expect(beyond.headers).not.toHaveProperty('etag');
  });

  test('is the same under the paper’s other names', async () => {
    const { bibcode } = world.lab.library.byKey('marchetti2016');
    const other = link.replace(encodeURIComponent(bibcode), encodeURIComponent('arXiv:1604.90021v1'));
    await request(world.url).get(other).expect(200);
  });

  test('with a script in its drawing is shown, and the script does not run', async () => {
    const { bibcode } = await givenFound(world, 'fontaine1996');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>';
    const text =
      '<p>The operator is tridiagonal, and its inverse is cheap to apply in each iteration of the scheme.</p>'.repeat(
        5,
      );
    const figure = `<figure class="ltx_figure"><img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}"><figcaption>Figure 1: A box.</figcaption></figure>`;
    await upload(
      bibcode,
      'html',
      Buffer.from(
        `<!DOCTYPE html><html><body><article class="ltx_document"><h1>Boxes</h1>${text}${figure}</article></body></html>`,
      ),
    );
    const [, drawing = ''] = FIGURE.exec(await parse(bibcode)) ?? [];
    const { headers } = await request(world.url).get(drawing).expect(200);
    expect(headers['content-type']).toMatch(/^image\/svg/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  test.each([
    '../x.md',
    '..%2f..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e%2fx',
    '..%5c..%5cx',
    '%2fetc%2fpasswd',
    '.hidden',
    '..',
    '%2e%2e',
    'x1.png%00.svg',
    'x%00',
    '%',
    '%zz',
    '%ff',
    'absent.png',
    'x1.png%2f',
    'x1.png%0a',
    'n'.repeat(201),
    '%E2%82%AC'.repeat(200),
    '',
  ])('named %s is not found, and no file outside the folder is served', async (name) => {
    const folder = link.slice(0, link.lastIndexOf('/'));
    const { status, headers, text } = await raw(world.url, { path: `${folder}/${name}` });
    expect([400, 404]).toContain(status);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toMatch(/figure|name|path|no operation/);
    expect(text).not.toMatch(/root:|ENOENT|\/tmp\//);
  });
});
