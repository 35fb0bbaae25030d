import { readFile, rm } from 'node:fs/promises';
import type { StandardPaper } from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { filesOf, pathOf, stagedFiles } from './library-files.ts';
import { givenFound, readLibrary, readRecord } from './papers.ts';
import { HTML, PDF, SENTENCE, sendUpload, uploadTo, type Parts } from './upload-calls.ts';
import { openWorld, type World } from './world.ts';

const MAX_UPLOAD_BYTES = 50_000;

let world: World;
beforeAll(async () => {
  world = await openWorld({ worker: false, env: { MAX_UPLOAD_BYTES: String(MAX_UPLOAD_BYTES) } });
  world.lab.setSettings({ publisherAt: 'mirror' });
});
afterAll(async () => {
  expect(await stagedFiles(world)).toEqual([]);
  await world.close();
});

const send = (parts: Parts) => sendUpload(world, parts);
const upload = (bibcode: string, type: 'pdf' | 'html', file: Buffer) => uploadTo(world, bibcode, type, file);

async function download(bibcode: string, more: object = {}): Promise<StandardPaper> {
  return (
    await world
      .call('post', '/api/download')
      .send({ bibcode, ...more })
      .expect(200)
  ).body as StandardPaper;
}

describe('an upload', () => {
  test.each([
    ['stone1991', 'pdf', PDF],
    ['okonkwo2014', 'html', HTML],
  ] as const)(
    'to a paper (%s) as %s is stored byte for byte, and adds the paper to the library',
    async (key, type, file) => {
      const { bibcode } = await givenFound(world, key);
      const paper = await upload(bibcode, type, file);
      expect(paper).toMatchObject({ bibcode, is_downloaded: true, has_markdown: false });
      expect(await readFile(await pathOf(world, bibcode, type))).toEqual(file);
      expect(await readLibrary(world)).toContainEqual(paper);
    },
  );

  test.each(['10.5555/AA.1989.913.217', 'https://doi.org/10.5555/aa.1989.913.217'])(
    'finds its paper by the DOI %s',
    async (doi) => {
      const { bibcode } = await givenFound(world, 'ulrich1989');
      expect(await upload(doi, 'pdf', PDF)).toMatchObject({ bibcode, is_downloaded: true });
    },
  );

  test.each(['arXiv:1405.9021v1', '2014arXiv1405.9021O', ' 1405.9021 '])(
    'finds its paper by the preprint %s',
    async (name) => {
      const { bibcode } = await givenFound(world, 'okonkwo2014');
      expect(await upload(name, 'pdf', PDF)).toMatchObject({ bibcode, is_downloaded: true });
    },
  );

  test('replaces a diagnosis, and removes the mark that there is no full text', async () => {
    const { bibcode } = await givenFound(world, 'whitaker1994');
    expect((await download(bibcode)).pdf_error).toMatch(/^forbidden: /);
    const uploaded = await upload(bibcode, 'pdf', PDF);
    expect(uploaded).not.toHaveProperty('pdf_error');
    await world.call('post', '/api/no_resource').send({ bibcode }).expect(200);
    expect(await upload(bibcode, 'pdf', PDF)).toMatchObject({ is_downloaded: true });
    expect(await readRecord(world, bibcode)).not.toHaveProperty('pdf_error');
  });

  test('is replaced by a download only with force', async () => {
    const { bibcode } = await givenFound(world, 'marchetti2016');
    await upload(bibcode, 'pdf', PDF);
    world.lab.clearRequests();
    await download(bibcode);
    expect(world.lab.requests()).toEqual([]);
    expect(await readFile(await pathOf(world, bibcode, 'pdf'))).toEqual(PDF);
    // The other form is removed, and only that form is downloaded again.
    await upload(bibcode, 'html', HTML);
    await rm(await pathOf(world, bibcode, 'html'));
    await download(bibcode, { force: true });
    expect(await readFile(await pathOf(world, bibcode, 'pdf'))).not.toEqual(PDF);
    expect(await readFile(await pathOf(world, bibcode, 'html'), 'utf8')).toContain('10 Lac');
  });

  test('whose file is missing is downloaded like any other text', async () => {
    const { bibcode } = await givenFound(world, 'fontaine1996');
    await upload(bibcode, 'pdf', PDF);
    await rm(await pathOf(world, bibcode, 'pdf'));
    expect(await readRecord(world, bibcode)).toMatchObject({ is_downloaded: false });
    expect(await download(bibcode)).toMatchObject({ is_downloaded: true });
    expect(await readFile(await pathOf(world, bibcode, 'pdf'))).not.toEqual(PDF);
  });

  test.each([
    ['that fails', 'tanaka2020', { kind: 'not_found' }],
    ['that succeeds', 'petrov2018', { kind: 'wrong_content_type' }],
  ] as const)('is not changed by a download %s after it', async (_how, key, fault) => {
    const { bibcode } = await givenFound(world, key);
    world.lab.setLatency('preprintWeb', 1_000);
    world.lab.clearRequests();
    for (const route of ['preprintWeb.pdf', 'preprintWeb.html', 'mirror.html', 'mirror.pdf'])
      world.lab.setFault(route, fault);
    const downloading = download(bibcode);
    await until(() => world.lab.requests({ route: 'preprintWeb.html' }).length > 0, 'the request for the page');
    await upload(bibcode, 'html', HTML);
    await until(() => world.lab.requests({ route: 'preprintWeb.pdf' }).length > 0, 'the request for the PDF');
    await upload(bibcode, 'pdf', PDF);
    const paper = await downloading;
    world.lab.setLatency('preprintWeb', 0);
    world.lab.clearFaults();
    expect(paper).toMatchObject({ is_downloaded: true });
    expect(paper).not.toHaveProperty('html_error');
    expect(paper).not.toHaveProperty('pdf_error');
    expect(await readFile(await pathOf(world, bibcode, 'pdf'))).toEqual(PDF);
    expect(await readFile(await pathOf(world, bibcode, 'html'))).toEqual(HTML);
  });

  test('is not requested by a running download that has not reached this format yet', async () => {
    const { bibcode } = await givenFound(world, 'quist2017');
    world.lab.setFault('preprintWeb.html', { kind: 'hold' });
    world.lab.clearRequests();
    const downloading = download(bibcode);
    await until(() => world.lab.requests({ route: 'preprintWeb.html' }).length > 0, 'the request for the page');
    await upload(bibcode, 'pdf', PDF);
    world.lab.clearFaults();
    await downloading;
    expect(world.lab.requests({ route: 'preprintWeb.pdf' })).toEqual([]);
    expect(await readFile(await pathOf(world, bibcode, 'pdf'))).toEqual(PDF);
  });

  test('is accepted with bytes before the header of the PDF', async () => {
    const { bibcode } = await givenFound(world, 'tanaka2012');
    const file = Buffer.concat([Buffer.from('PDF CARO\0\0\r\n'), PDF]);
    expect(await upload(bibcode, 'pdf', file)).toMatchObject({ is_downloaded: true });
  });

  test('is parsed instead of the previous file', async () => {
    const { bibcode } = await givenFound(world, 'tanaka2012');
    await download(bibcode);
    await upload(bibcode, 'html', HTML);
    const { body } = await world.call('post', '/api/parse').send({ bibcode }).expect(200);
    expect((body as { markdown: string }).markdown).toContain(SENTENCE.trim());
  });
});

describe('an upload is refused', () => {
  const bibcode = '2002JQSRT.672..305C';
  const bad: [string, Parts, number, RegExp][] = [
    ['a page as a PDF', { bibcode, type: 'pdf', file: HTML }, 400, /not a PDF: %PDF is not in its first 1024 bytes/],
    [
      'a PDF with a kilobyte before its header',
      { bibcode, type: 'pdf', file: Buffer.alloc(1_100).fill('%PDF-1.7', 1_050) },
      400,
      /%PDF/,
    ],
    ['an empty file as a PDF', { bibcode, type: 'pdf', file: Buffer.alloc(0) }, 400, /%PDF/],
    ['a PDF as a page', { bibcode, type: 'html', file: PDF }, 400, /upload it with type pdf/],
    [
      'a page without text',
      { bibcode, type: 'html', file: Buffer.from('<html><body><p>short</p></body></html>') },
      400,
      /hardly any text/,
    ],
    [
      'a page whose text is a script',
      { bibcode, type: 'html', file: Buffer.from(`<html><script>${SENTENCE.repeat(20)}</script></html>`) },
      400,
      /hardly any text/,
    ],
    ['plain text as a page', { bibcode, type: 'html', file: Buffer.from(SENTENCE.repeat(20)) }, 400, /not HTML/],
    [
      'a picture as a page',
      { bibcode, type: 'html', file: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1') },
      400,
      /not HTML/,
    ],
    ['an empty file as a page', { bibcode, type: 'html', file: Buffer.alloc(0) }, 400, /not HTML/],
    ['another type', { bibcode, type: 'docx', file: PDF }, 400, /part type is 'docx'. Expected pdf or html/],
    ['a type in capitals', { bibcode, type: 'PDF', file: PDF }, 400, /part type/],
    ['no type', { bibcode, file: PDF }, 400, /part type/],
    ['no file', { bibcode, type: 'pdf' }, 400, /part file/],
    ['a file sent as text', { bibcode, type: 'pdf', file: '%PDF-1.7' }, 400, /part file/],
    ['no bibcode', { type: 'pdf', file: PDF }, 400, /part bibcode/],
    ['a blank bibcode', { bibcode: '  ', type: 'pdf', file: PDF }, 400, /part bibcode/],
    ['a bibcode that is too long', { bibcode: 'x'.repeat(513), type: 'pdf', file: PDF }, 400, /part bibcode/],
    ['a bibcode with a NUL', { bibcode: 'x\0', type: 'pdf', file: PDF }, 400, /part bibcode/],
    [
      'an unknown paper',
      { bibcode: '2099ApJ...999..999X', type: 'pdf', file: PDF },
      404,
      /no paper is known as 2099ApJ/,
    ],
    [
      'a file over the limit',
      { bibcode, type: 'pdf', file: Buffer.concat([PDF, Buffer.alloc(MAX_UPLOAD_BYTES)]) },
      413,
      new RegExp(`${MAX_UPLOAD_BYTES} bytes`),
    ],
    [
      'a page over the limit',
      { bibcode, type: 'html', file: Buffer.from(HTML.toString().repeat(100)) },
      413,
      new RegExp(`${MAX_UPLOAD_BYTES} bytes`),
    ],
  ];

  test.each(bad)('for %s, in plain text, and stores nothing', async (_what, parts, status, words) => {
    await givenFound(world, 'chaudhary2002');
    const answer = await send(parts);
    expect({ status: answer.status, type: answer.type }).toEqual({ status, type: 'text/plain' });
    expect(answer.text).toMatch(words);
    expect(await filesOf(world, bibcode)).toEqual([]);
    expect(await stagedFiles(world)).toEqual([]);
    expect((await readLibrary(world)).map((paper) => paper.bibcode)).not.toContain(bibcode);
  });

  test('in JSON, without a boundary, or truncated', async () => {
    const { bibcode } = await givenFound(world, 'chaudhary2002');
    const post = (type: string, body: string) => world.call('post', '/api/upload').set('Content-Type', type).send(body);
    await post('application/json', JSON.stringify({ bibcode, type: 'pdf' })).expect(400, /part bibcode/);
    await post('multipart/form-data', 'x').expect(400, /[Bb]oundary/);
    const cut = `--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n${PDF.toString()}`;
    await post('multipart/form-data; boundary=b', cut).expect(400, /multipart body/);
    expect(await filesOf(world, bibcode)).toEqual([]);
  });

  test('is accepted at exactly the size limit', async () => {
    const { bibcode } = await givenFound(world, 'xu2009');
    const file = Buffer.concat([PDF, Buffer.alloc(MAX_UPLOAD_BYTES - PDF.length)]);
    expect(await upload(bibcode, 'pdf', file)).toMatchObject({ is_downloaded: true });
  });
});
