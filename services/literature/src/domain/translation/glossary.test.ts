import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findTerms, glossaryVersion, indexGlossary, missingTerms } from './glossary.ts';
import { GlossaryError, parseGlossary, type GlossaryEntry } from './glossary-file.ts';

describe('a glossary file', () => {
  test('has terms and translations, with quotes, comments, empty lines and a header', () => {
    const csv = [
      '\uFEFFterm,translation',
      '# stellar atmospheres',
      'stellar atmosphere,恒星大气',
      '',
      '"H, He and metals","氢、氦和""金属"""',
      ' opacity , 不透明度 ',
      '"two\nlines",两行',
      'opacity,浑浊度',
    ].join('\r\n');
    expect(parseGlossary(csv)).toEqual([
      { term: 'stellar atmosphere', translation: '恒星大气' },
      { term: 'H, He and metals', translation: '氢、氦和"金属"' },
      { term: 'two\nlines', translation: '两行' },
      { term: 'opacity', translation: '浑浊度' },
    ]);
    expect(parseGlossary('')).toEqual([]);
  });

  test.each([
    ['a,b\nopacity', /line 2 has 1 columns/],
    ['a,b,c', /line 1 has 3 columns/],
    ['"a\nb",c\n,d', /line 3 has no term/],
    ['# c\n\nopacity,', /line 3 has no translation for 'opacity'/],
    ['"open,b', /line 1 has a quote/],
    ['a"b,c', /line 1 has a quote/],
    ['"a"b,c', /line 1 has a quote/],
    ['a,b\n"c"#d,e', /line 2 has a quote/],
    ['a,b\n\n"d\r\ne",f\n# "c\n\r\n"open\n\nhere,too', /line 7 has a quote/],
    ['"a\r\nb",c\r\n  \r\n"恒",d,e', /line 4 has 3 columns/],
    ['a,b\n""', /line 2 has 1 columns/],
  ])('%j is refused with the number of its line', (csv, message) => {
    expect(() => parseGlossary(csv)).toThrow(GlossaryError);
    expect(() => parseGlossary(csv)).toThrow(message);
  });

  test('written by any program that follows RFC 4180 is parsed correctly', () => {
    const field = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => `t${text.replaceAll('\r', '')}t`);
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(field, field), { selector: ([term]) => term }), (rows) => {
        const csv = rows.map((row) => row.map(quoted).join(',')).join('\r\n');
        expect(parseGlossary(csv)).toEqual(rows.map(([term, translation]) => ({ term, translation })));
      }),
    );
  });
});

const ENTRIES: GlossaryEntry[] = [
  { term: 'atmosphere', translation: '大气' },
  { term: 'stellar atmosphere', translation: '恒星大气' },
  { term: 'model atmosphere', translation: '模型大气' },
  { term: 'spectrum', translation: '光谱' },
  { term: 'opacity', translation: '不透明度' },
  { term: 'NLTE', translation: '非局部热动平衡' },
  { term: 'non-LTE', translation: '非局部热动平衡' },
  { term: 'H II region', translation: '电离氢区' },
  { term: 'white dwarf', translation: '白矮星' },
  { term: 'supernova', translation: '超新星' },
  { term: 'mass', translation: '质量' },
];
const glossary = indexGlossary(ENTRIES);
const forms = (text: string) => findTerms(text, glossary).map(({ form, term }) => [form, term]);

describe('terms of a glossary', () => {
  test.each([
    ['The stellar atmosphere', [['stellar atmosphere', 'stellar atmosphere']]],
    [
      'Stellar Atmospheres and atmospheres',
      [
        ['Stellar Atmospheres', 'stellar atmosphere'],
        ['atmospheres', 'atmosphere'],
      ],
    ],
    ['STELLAR ATMOSPHERES', [['STELLAR ATMOSPHERES', 'stellar atmosphere']]],
    [
      'spectra of white-dwarfs',
      [
        ['spectra', 'spectrum'],
        ['white-dwarfs', 'white dwarf'],
      ],
    ],
    [
      'opacities, *opacity*',
      [
        ['opacities', 'opacity'],
        ['opacity', 'opacity'],
      ],
    ],
    [
      'in NLTE or non-LTE, not nlte',
      [
        ['NLTE', 'NLTE'],
        ['non-LTE', 'non-LTE'],
      ],
    ],
    ['H II regions, h ii regions', [['H II regions', 'H II region']]],
    [
      'supernovae and masses',
      [
        ['supernovae', 'supernova'],
        ['masses', 'mass'],
      ],
    ],
    ['*white* dwarf', [['white dwarf', 'white dwarf']]],
    ['stellar. Atmosphere, white\ndwarf, white ⟦1⟧ dwarf, massive', [['Atmosphere', 'atmosphere']]],
    ['⟦opacity⟧ unopacity opacityless', []],
  ])('are found in %j', (text, found) => {
    expect(forms(text)).toEqual(found);
  });

  test('are found in any case, number and position, the longest first, and never within a mask', () => {
    const noise = fc.constantFrom('of', 'the', 'and', '⟦7⟧', 'with', 'T', ',', '3.5');
    fc.assert(
      fc.property(
        fc.constantFrom(...ENTRIES.filter(({ term }) => term === term.toLowerCase())),
        fc.array(noise),
        fc.array(noise),
        fc.boolean(),
        (entry, before, after, shouted) => {
          const form = shouted ? entry.term.toUpperCase() : entry.term;
          const text = [...before, form, ...after].join(' ');
          expect(findTerms(text, glossary)).toEqual([{ ...entry, form }]);
          expect(findTerms(`⟦${text.replaceAll(/[⟦⟧]/g, '')}⟧`, glossary)).toEqual([]);
        },
      ),
    );
  });

  test('are missing from an answer without their translation, ignoring blanks and emphasis', () => {
    const found = findTerms('The opacity of stellar atmospheres', glossary);
    expect(missingTerms(found, '恒星 *大气* 的不透明度')).toEqual([]);
    expect(missingTerms(found, '星球大气的不透明度').map(({ form }) => form)).toEqual(['stellar atmospheres']);
  });

  test('have a version that changes only when a term changes', () => {
    const text = 'The opacity of stellar atmospheres';
    const version = (entries: GlossaryEntry[]) => glossaryVersion(findTerms(text, indexGlossary(entries)));
    const without = (term: string) => ENTRIES.filter((entry) => entry.term !== term);
    expect(version(without('supernova'))).toBe(version(ENTRIES));
    expect(version(ENTRIES.toReversed())).toBe(version(ENTRIES));
    expect(version(without('opacity'))).not.toBe(version(ENTRIES));
    expect(version([...without('opacity'), { term: 'opacity', translation: '浑浊度' }])).not.toBe(version(ENTRIES));
  });
});

test('a term that is named like a property of objects is an ordinary word', () => {
  const glossary = indexGlossary([{ term: 'constructor', translation: '构造函数' }]);
  expect(findTerms('A constructor of spectra.', glossary).map(({ term }) => term)).toEqual(['constructor']);
});
