import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { itemKeys, meansPaper, readBibliographyItem } from './bibliography-item.ts';

const paper = {
  bibcode: '2003A&A...402..701B',
  title: 'Evolutionary models for cool brown dwarfs and extrasolar giant planets',
  authors: ['Baraffe, I.', 'Chabrier, G.'],
  year: '2003',
};
const entry = (text: string, markdown = text) => readBibliographyItem({ text, markdown });

describe('an entry of a list of references', () => {
  test.each([
    'Baraffe, I., Chabrier, G., Barman, T. S., et al. 2003, A&A, 402, 701',
    '[17] I. Baraffe, G. Chabrier, and T. Barman, Astron. Astrophys. 402, 701 (2003).',
    '3. Baraffe I., Chabrier G. (2003) Evolutionary models for cool brown dwarfs and extrasolar giant planets, I. The case of HD 209458',
    'Baraffe et al. 2003, A&A, 402, L701',
  ])('matches the paper by surname, year, and title or volume and page: %s', (text) => {
    expect(entry(text).keys.some((key) => itemKeys(paper).includes(key))).toBe(true);
    expect(meansPaper(text, paper)).toBe(true);
  });

  test.each([
    ['another page', 'Baraffe, I., Chabrier, G. 2003, A&A, 402, 702'],
    ['another volume', 'Baraffe, I., Chabrier, G. 2003, A&A, 701, 402'],
    ['neither', 'Baraffe, I., 2003, private communication'],
  ])('with %s does not match the paper', (_, text) => {
    expect(meansPaper(text, paper)).toBe(false);
  });

  test('with a particle before the surname has the keys for all printed years', () => {
    const { keys } = entry('van der Berg, A. 2010, in IAU Symp. 266 (2009), 12');
    expect(keys).toEqual(expect.arrayContaining(['vanderberg 2010', 'vanderberg 2009']));
    expect(itemKeys({ ...paper, authors: ['van der Berg, A.'], year: '2010', bibcode: '2009IAUS..266...12V' })).toEqual(
      ['vanderberg 2010', 'vanderberg 2009'],
    );
  });

  test('has the identifiers that it prints or links to', () => {
    const markdown =
      '- Abt, H. 1982, [ADS](https://ui.adsabs.harvard.edu/abs/1982ApJ...263L...7A/abstract), doi:10.1086/183912, arXiv:1405.9021v2';
    expect(entry('Abt, H. 1982, doi:10.1086/183912, arXiv:1405.9021v2.', markdown).names).toEqual(
      expect.arrayContaining(['bibcode:1982ApJ...263L...7A', 'doi:10.1086/183912', 'preprint:1405.9021']),
    );
  });

  test('is read from any text without exceeding the limits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { names, keys } = entry(text);
        expect(names.length).toBeLessThanOrEqual(8);
        expect(keys.length).toBeLessThanOrEqual(9);
        expect([...names, ...keys].every((one) => !one.includes('\0') && one.isWellFormed())).toBe(true);
      }),
    );
  });
});
