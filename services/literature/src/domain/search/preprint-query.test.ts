import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toPreprintQuery } from './preprint-query.ts';

describe('the query for the preprint server', () => {
  test.each([
    ['hot jupiters', '(all:hot AND all:jupiters)'],
    ['"hot jupiters"', 'all:"hot jupiters"'],
    ['author:"Kurtz, Michael J"', 'au:"Kurtz M"'],
    ['author:"^Kurtz, M" year:2000-2005', '(au:"Kurtz M" AND submittedDate:[200001010000 TO 200512312359])'],
    ['title:"dark energy" OR abs:quintessence', '(ti:"dark energy" OR abs:quintessence)'],
    ['white dwarf NOT binary', '(all:white AND all:dwarf ANDNOT all:binary)'],
    ['white -binary', '(all:white ANDNOT all:binary)'],
    ['title:(opacity AND NOT (iron OR nickel))', '(ti:opacity ANDNOT (ti:iron OR ti:nickel))'],
    ['full:opacity collection:astronomy', 'all:opacity'],
    ['pubdate:[2013-01 TO *]', 'submittedDate:[201301010000 TO 299912312359]'],
    ['year:2013', 'submittedDate:[201301010000 TO 201312312359]'],
    ['arxiv_class:astro-ph.SR', 'cat:astro-ph.SR'],
    ['abs:"a b"~3', 'abs:"a b"'],
    ['=author:Kurucz', 'au:Kurucz'],
  ])('%s as %s', (text, searchQuery) => {
    expect(toPreprintQuery(text)).toEqual({ kind: 'query', searchQuery, ids: [] });
  });

  test.each(['arXiv:1302.6362', '1302.6362v2', 'identifier:"arXiv:1302.6362"', 'https://arxiv.org/abs/1302.6362'])(
    'asks for the one paper that %s names',
    (text) => {
      expect(toPreprintQuery(text)).toEqual({ kind: 'query', searchQuery: '', ids: ['1302.6362'] });
    },
  );

  test.each([
    ['citations(bibcode:1998ApJ...509..678G)', /citations\(\)/],
    ['orcid:0000-0001', /orcid/],
    ['property:refereed', /property/],
    ['-binary', /NOT/],
    ['collection:astronomy', /no condition/],
    ['citation_count:[100 TO *]', /citation_count/],
  ])('cannot express %s and returns the reason', (text, reason) => {
    expect(toPreprintQuery(text)).toEqual({ kind: 'untranslatable', reason: expect.stringMatching(reason) });
  });

  test('never throws for any input', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            'a',
            'b',
            ' ',
            '"',
            '(',
            ')',
            '-',
            ':',
            'AND ',
            ' OR ',
            'NOT ',
            'title:',
            '[',
            ' TO ',
            ']',
            '*',
          ),
        }),
        (text) => {
          const asked = toPreprintQuery(text);
          expect(['query', 'untranslatable']).toContain(asked.kind);
        },
      ),
      { numRuns: 500 },
    );
  });
});
