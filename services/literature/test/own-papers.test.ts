import { readFileSync } from 'node:fs';
import type { AddedPaper } from '@almagest/contracts/literature';
import { recordedPath, HAS_RECORDED_DATA, RECORDED_DATA_IS_DUE } from '@almagest/test-kit/recorded-data';
import { describe, expect, test } from '@jest/globals';
import { readLibrary } from './papers.ts';
import { printedPdf } from './printed-pdf.ts';
import { HTML, PDF, uploadTo } from './upload-calls.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

const add = (body: object) => world.call('post', '/api/papers').send(body);

describe('a paper is added', () => {
  test('by a code, a DOI, a preprint identifier or a pasted URL, looked up at the sources', async () => {
    const entry = world.lab.library.byKey('okonkwo2014');
    const first = (await add({ identifier: entry.bibcode }).expect(200)).body as AddedPaper;
    expect(first).toMatchObject({ status: 'added', paper: { bibcode: entry.bibcode }, candidates: [] });
    const names = [
      entry.dois[0],
      `https://doi.org/${entry.dois[0]}`,
      'arXiv:1405.9021v2',
      'https://arxiv.org/abs/1405.9021',
    ];
    for (const identifier of names)
      expect((await add({ identifier }).expect(200)).body).toMatchObject({
        status: 'known',
        paper: { bibcode: entry.bibcode },
      });
    const printed = 'https://academic.oup.com/mnras/article/1370/2/629/4937810';
    const there = (await add({ identifier: printed }).expect(200)).body as AddedPaper;
    expect(there).toMatchObject({
      status: 'added',
      paper: { pub_journal: expect.stringContaining('Monthly') as unknown },
    });
    expect((await add({ identifier: printed }).expect(200)).body).toMatchObject({
      status: 'known',
      paper: there.paper,
    });
    await add({ identifier: printed.replace('629', '630') }).expect(404, /no source knows it/);
    await add({ identifier: '10.5555/nothing' }).expect(404, /no source knows it/);
    await add({ identifier: 'a word' }).expect(404);
  });

  test('by hand once, even if it is entered again', async () => {
    const thesis = {
      title: 'On the winds of Be stars',
      authors: ['de la Vega, María'],
      year: '2011',
      doctype: 'phdthesis',
    };
    const added = (await add(thesis).expect(200)).body as AddedPaper;
    expect(added).toMatchObject({
      status: 'added',
      paper: { ...thesis, bibcode: expect.stringMatching(/^2011local/) as unknown },
    });
    const pasted = { ...thesis, title: `  ${thesis.title}\n`, pub_journal: ' Universidad de Chile ' };
    expect((await add(pasted).expect(200)).body).toMatchObject({
      status: 'known',
      paper: { bibcode: added.paper?.bibcode, title: thesis.title, pub_journal: 'Universidad de Chile' },
    });
    // The user may not know that the paper is in the library.
    const again = { ...thesis, title: 'on the WINDS of be stars', pub_journal: 'Elsewhere' };
    expect((await add(again).expect(200)).body).toMatchObject({
      status: 'known',
      paper: { title: thesis.title, pub_journal: 'Universidad de Chile' },
    });
    await add({}).expect(400, /identifier or title/);
    await add({ title: 'x', doi: 'no' }).expect(400, /is not a DOI/);
  });

  const pdf = (file: Buffer, identifier?: string) => {
    const call = world.call('post', '/api/papers').attach('file', file, 'paper.pdf');
    if (identifier !== undefined) void call.field('identifier', identifier);
    return call;
  };

  test('by its PDF, with the identifier that the user enters', async () => {
    const entry = world.lab.library.byKey('quist2017');
    expect((await pdf(PDF, entry.bibcode).expect(200)).body).toMatchObject({
      status: 'added',
      paper: { bibcode: entry.bibcode, is_downloaded: true },
    });
    await pdf(PDF, '10.5555/nothing').expect(404);
    await pdf(HTML).expect(400, /PDF/);
    await pdf(PDF).expect(400, /cannot be recognised/);
  });

  test('by its PDF alone, if an identifier in it leads to a record with the printed title', async () => {
    const { paper } = world.lab.library.byKey('okonkwo2014');
    const stamped = printedPdf(['arXiv:1405.9021v2 [astro-ph.SR] 7 May 2014', paper.title, 'K. Okonkwo']);
    expect((await pdf(stamped).expect(200)).body).toMatchObject({ paper: { title: paper.title, is_downloaded: true } });
    // The end of another article, with its DOI, may be above the title.
    const [otherDoi = ''] = world.lab.library.byKey('okonkwo2014').dois;
    const own = world.lab.library.byKey('quist2017');
    const { title } = own.paper;
    const shared = printedPdf([`the argument. doi:${otherDoi}`, 'Q. Quist', title, `https://doi.org/${own.dois[0]}`]);
    expect((await pdf(shared).expect(200)).body).toMatchObject({ paper: { title } });
    // An identifier of another paper, or the title alone, is not enough: both papers are candidates.
    const other = printedPdf([
      'arXiv:1405.9021v2 [astro-ph.SR] 7 May 2014',
      'A title of quite another paper',
      'N. Body',
    ]);
    expect((await pdf(other).expect(200)).body).toMatchObject({
      status: 'to_confirm',
      paper: null,
      printed: { identifiers: ['1405.9021'], title: 'A title of quite another paper' },
      candidates: [{ title: paper.title }],
    });
    const unnamed = printedPdf([paper.title, 'K. Okonkwo']);
    const { body } = await pdf(unnamed).expect(200);
    expect(body).toMatchObject({
      status: 'to_confirm',
      candidates: expect.arrayContaining([expect.objectContaining({ title: paper.title })]) as unknown,
    });
  });

  const withRecorded = HAS_RECORDED_DATA || RECORDED_DATA_IS_DUE ? test : test.skip;
  withRecorded('but not by a PDF with an identifier that no source knows', async () => {
    const before = (await readLibrary(world)).length;
    const file = readFileSync(recordedPath('pdf/1111.2011v2_condmat_twocolumn.pdf'));
    const { body } = await pdf(file).expect(200);
    expect(body).toMatchObject({ status: 'to_confirm', paper: null, printed: { identifiers: ['1111.2011'] } });
    expect((await readLibrary(world)).length).toBe(before);
  });
});

describe('the file of a paper', () => {
  test('supports ranges and an ETag, and runs no scripts', async () => {
    const { bibcode } = world.lab.library.byKey('ozdemir2016');
    await add({ identifier: bibcode }).expect(200);
    await world
      .call('get', '/api/papers/file')
      .query({ bibcode, type: 'pdf' })
      .expect(404, /has no PDF/);
    await uploadTo(world, bibcode, 'pdf', PDF);
    await uploadTo(world, bibcode, 'html', HTML);
    const whole = await fetch(`${world.url}/api/papers/file?type=pdf&bibcode=${encodeURIComponent(bibcode)}`);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(PDF);
    expect(whole.headers.get('content-type')).toBe('application/pdf');
    const etag = whole.headers.get('etag') ?? '';
    const file = (headers: Record<string, string>, type = 'pdf') =>
      world.call('get', '/api/papers/file').query({ bibcode, type }).set(headers);
    await file({ 'if-none-match': etag }).expect(304);
    const part = await file({ range: 'bytes=0-4' }).expect(206);
    expect([String(part.body as Buffer), part.headers['content-range']]).toEqual(['%PDF-', `bytes 0-4/${PDF.length}`]);
    await file({ range: `bytes=${PDF.length}-` }).expect(416);
    const { headers, text } = await file({}, 'html').expect(200);
    expect(text).toBe(HTML.toString());
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['etag']).not.toBe(etag);
  });
});
