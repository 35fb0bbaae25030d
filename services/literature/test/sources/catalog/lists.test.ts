import { describe, expect, test } from '@jest/globals';
import { SourceError } from '../../../src/sources/source.ts';
import { json } from '../local-server.ts';
import { readRecorded } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';
import { catalogOver, code, searchAnswer } from './stand-in.ts';

describe('the lists of a paper', () => {
  const many = Array.from({ length: 4100 }, (_, n) => ({ bibcode: code(n), citation_count: n }));

  test('are complete beyond the limit of one call, with counts', async () => {
    const { catalog, server } = await catalogOver((request, response) => {
      const isCitations = request.query.get('q')?.startsWith('citations(') === true;
      searchAnswer(isCitations ? many : [{ bibcode: code(1) }])(request, response);
    });
    const { references, citations } = await catalog.citationLists('2013A&A...552A.143S');
    expect(references).toEqual({ bibcodes: [code(1)], citationCounts: { [code(1)]: 0 } });
    expect(citations).toMatchObject({ citationCounts: { [code(4099)]: 4099 } });
    expect('bibcodes' in citations && citations.bibcodes).toEqual(many.map(({ bibcode }) => bibcode));
    const asked = server.received.map(({ query }) => query.get('q'));
    expect(new Set(asked)).toEqual(
      new Set(['references(identifier:"2013A&A...552A.143S")', 'citations(identifier:"2013A&A...552A.143S")']),
    );
    expect(server.received).toHaveLength(4);
  });

  test('are returned separately if the other one fails', async () => {
    const { catalog } = await catalogOver((request, response) => {
      if (request.query.get('q')?.startsWith('citations(') === true)
        json(response, { error: 'undefined field x' }, 400);
      else searchAnswer([{ bibcode: code(1), citation_count: 5 }])(request, response);
    });
    const { references, citations } = await catalog.citationLists(code(9));
    expect(references).toEqual({ bibcodes: [code(1)], citationCounts: { [code(1)]: 5 } });
    expect(citations).toBeInstanceOf(SourceError);
  });

  test('fail if both requests fail, or if the caller aborts', async () => {
    const { catalog } = await catalogOver((_, response) => json(response, { error: 'Unauthorized' }, 401));
    await expect(catalog.citationLists(code(9))).rejects.toMatchObject({ fault: 'unauthorized' });
    await expect(catalog.citationLists(code(9), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });
});

describe('an export', () => {
  const entry = (key: string) => `@ARTICLE{${key},\n   title = "{On @misc{things}, and more}",\n    year = 2020\n}\n\n`;
  const asked = (body: string) => (JSON.parse(body) as { bibcode: string[] }).bibcode;

  test('keeps the order of the request, and names what the catalog omitted', async () => {
    const { catalog, server } = await catalogOver((request, response) => {
      if (request.method === 'GET') return searchAnswer([])(request, response);
      const { body } = request;
      const known = asked(body).filter((one) => one !== code(2));
      json(response, { msg: `Retrieved ${known.length} abstracts`, export: known.toReversed().map(entry).join('') });
    });
    const { bibtex, missing } = await catalog.exportBibtex([code(1), code(2), code(3), code(1)]);
    expect(missing).toEqual([code(2)]);
    expect(server.received.map(({ path }) => path)).toEqual(['/v1/export/bibtex', '/v1/search/query']);
    expect(bibtex).toBe(`${entry(code(1)).trimEnd()}\n\n${entry(code(3)).trimEnd()}\n`);
    expect(asked(server.received[0]?.body ?? '')).toEqual([code(1), code(2), code(3)]);
  });

  test('of more than 2000 codes is requested in parts', async () => {
    const { catalog, server } = await catalogOver(({ body }, response) => {
      json(response, { msg: '', export: asked(body).map(entry).join('') });
    });
    const { bibtex, missing } = await catalog.exportBibtex(Array.from({ length: 2001 }, (_, n) => code(n)));
    expect(missing).toEqual([]);
    expect(bibtex.match(/^@/gm)).toHaveLength(2001);
    expect(server.received.map(({ body }) => asked(body).length)).toEqual([2000, 1]);
  });

  test('of only unknown codes is empty, and lists them all', async () => {
    const { catalog } = await catalogOver((_, response) => json(response, { error: 'no result from solr' }, 404));
    await expect(catalog.exportBibtex([code(1), code(2)])).resolves.toEqual({
      bibtex: '',
      missing: [code(1), code(2)],
    });
  });

  test('includes a paper that the catalog returns under its newer code', async () => {
    const { catalog } = await catalogOver((request, response) => {
      if (request.method === 'POST') json(response, { msg: '', export: entry('2021ApJ...900....1K') });
      else
        searchAnswer([{ bibcode: '2021ApJ...900....1K', alternate_bibcode: ['2020arXiv200100001K'] }])(
          request,
          response,
        );
    });
    const both = ['2020arXiv200100001K', code(1), '2021ApJ...900....1K'];
    const { bibtex, missing } = await catalog.exportBibtex(both);
    expect(bibtex.match(/2021ApJ/g)).toHaveLength(1);
    expect(missing).toEqual([code(1)]);
  });

  test('succeeds even if the search for other codes fails', async () => {
    const { catalog } = await catalogOver((request, response) => {
      if (request.method === 'POST') json(response, { msg: '', export: entry(code(1)) });
      else json(response, { error: 'Unauthorized' }, 401);
    });
    await expect(catalog.exportBibtex([code(1), code(2)])).resolves.toMatchObject({ missing: [code(2)] });
  });

  testRecorded('reads the recorded entries of 27 papers', async () => {
    const answer = readRecorded('ads-export/bibtex_post_27_refs_1998ApJ...509..678G.json');
    const { catalog } = await catalogOver((request, response) => {
      if (request.method === 'POST') response.end(answer);
      else searchAnswer([])(request, response);
    });
    const { bibtex, missing } = await catalog.exportBibtex(['1998ApJ...494L.181M', code(1)]);
    expect(missing).toEqual([code(1)]);
    expect(bibtex.match(/^@\w+\{/gm)).toHaveLength(27);
    expect(bibtex.startsWith('@ARTICLE{1998ApJ...494L.181M,')).toBe(true);
  });

  test.each(['{"msg":"no text"}', '{"export":7}'])('without its text is malformed: %s', async (body) => {
    const { catalog } = await catalogOver((_, response) => void response.end(body));
    await expect(catalog.exportBibtex([code(1)])).rejects.toMatchObject({ fault: 'malformed_answer' });
  });
});

describe('the links of a paper', () => {
  test('are read from a list, without data links and invalid addresses', async () => {
    const { catalog, server } = await catalogOver((_, response) =>
      json(response, {
        action: 'display',
        links: {
          records: [
            { url: 'https://journal.example.org/1.pdf', link_type: 'ESOURCE|PUB_PDF' },
            { url: 'https://preprints.example.org/pdf/1', link_type: 'ESOURCE|EPRINT_PDF' },
            { url: 'javascript:alert(1)', link_type: 'ESOURCE|PUB_HTML' },
            { url: 'https://data.example.org/', link_type: 'DATA|SIMBAD' },
            null,
          ],
        },
      }),
    );
    await expect(catalog.fullTextLinks('2013A&A...552A.143S')).resolves.toEqual([
      { type: 'PUB_PDF', url: 'https://journal.example.org/1.pdf' },
      { type: 'EPRINT_PDF', url: 'https://preprints.example.org/pdf/1' },
    ]);
    expect(server.received[0]?.path).toBe('/v1/resolver/2013A%26A...552A.143S/esource');
  });

  test('are empty if the catalog found no records', async () => {
    const { catalog } = await catalogOver((_, response) => json(response, { error: 'did not find any records' }, 404));
    await expect(catalog.fullTextLinks(code(1))).resolves.toEqual([]);
  });

  test('in an unknown format are a failure', async () => {
    const { catalog } = await catalogOver((_, response) => json(response, { action: 'unknown' }));
    await expect(catalog.fullTextLinks(code(1))).rejects.toMatchObject({ fault: 'malformed_answer' });
  });

  testRecorded('are read from both recorded forms', async () => {
    const answers = ['display', 'redirect'].map((form) =>
      readRecorded(`ads-resolver/esource_${form}_2013MNRAS.435.1904M.json`),
    );
    const { catalog } = await catalogOver((_, response) => void response.end(answers.shift()));
    const several = await catalog.fullTextLinks('2013MNRAS.435.1904M');
    expect(several.map(({ type }) => type)).toEqual(['PUB_PDF', 'PUB_HTML', 'EPRINT_PDF', 'EPRINT_HTML']);
    const one = await catalog.fullTextLinks('2013MNRAS.435.1904M');
    expect(one).toEqual([{ type: 'EPRINT_HTML', url: 'https://arxiv.org/abs/1307.6556' }]);
  });
});
