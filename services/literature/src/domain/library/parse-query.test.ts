import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { searchWords } from '../retrieval/search-words.ts';
import { parseSearchQuery } from './parse-query.ts';

const phrase = (text: string) => ({ kind: 'phrase', text });

test.each([
  ['hot stars', { wanted: [phrase('hot'), phrase('stars')], unwanted: [] }],
  ['"hot stars" -wind', { wanted: [phrase('hot stars')], unwanted: [[phrase('wind')]] }],
  ['-"stellar wind" mass-loss', { wanted: [phrase('mass loss')], unwanted: [[phrase('stellar wind')]] }],
  [
    '“quoted by a phone” unfinished" rest',
    { wanted: [phrase('quoted by a phone'), phrase('unfinished'), phrase('rest')], unwanted: [] },
  ],
  [
    'Spectr* Ångström*',
    {
      wanted: [
        { kind: 'beginning', text: 'Spectr' },
        { kind: 'beginning', text: 'Angstrom' },
      ],
      unwanted: [],
    },
  ],
  ['T型星', { wanted: [phrase('T'), { kind: 'run', text: '型星', pairs: ['型星'] }], unwanted: [] }],
  [
    '"恒星大气 星"',
    {
      wanted: [
        { kind: 'run', text: '恒星大气', pairs: ['恒星', '星大', '大气'] },
        { kind: 'run', text: '星', pairs: [] },
      ],
      unwanted: [],
    },
  ],
  ['-- "" * \'', { wanted: [], unwanted: [] }],
])('%s', (text, query) => {
  expect(parseSearchQuery(text)).toEqual(query);
});

const script = fc.constantFrom(...Array.from('恒星大气辐射かなカナ𠮷'));

test('text in a script without blanks is found by each of its parts', () => {
  fc.assert(
    fc.property(fc.array(script, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (run, from, length) => {
      const start = from % run.length;
      const part = run.slice(start, start + 1 + (length % (run.length - start)));
      const indexed = searchWords(`a ${run.join('')} b`)
        .trim()
        .split(/\s+/);
      const [asked] = parseSearchQuery(part.join('')).wanted;
      if (asked?.kind !== 'run') throw new Error('no run');
      const text = asked.text;
      if (asked.pairs.length === 0) expect(indexed.some((word) => word.startsWith(text))).toBe(true);
      else expect(indexed.join(' ')).toContain(asked.pairs.join(' '));
    }),
  );
});
