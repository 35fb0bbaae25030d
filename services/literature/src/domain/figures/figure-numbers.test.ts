import { expect, test } from '@jest/globals';
import { captionNumber, mentionedFigures, wantedNumber } from './figure-numbers.ts';

test.each([
  ['Figure 1: Success rate', '1'],
  ['Fig. 12. The flux', '12'],
  ['FIG. 3 (color online)', '3'],
  ['Figure A.1: Appendix', 'A1'],
  ['Figure B2 Another', 'B2'],
  ['Figure 3.1: In a thesis', '3.1'],
  ['Fig.4.—Old style', '4'],
  ['Figure 2a: A panel', '2'],
  ['Table 1: Not this', undefined],
  ['Figure of merit', undefined],
  ['The first figure', undefined],
])('reads the number of the caption %s', (caption, number) => {
  expect(captionNumber(caption)).toBe(number);
});

test.each([
  ['3', '3'],
  [' Figure 3 ', '3'],
  ['fig.3b', '3'],
  ['Fig. 3 (b)', '3'],
  ['A1', 'A1'],
  ['figure a.1', 'A1'],
  ['x1.png', undefined],
  ['3rd', undefined],
  ['', undefined],
])('reads the number in the name %s', (text, number) => {
  expect(wantedNumber(text)).toBe(number);
});

test.each([
  ['Figure 1 shows the rate', ['1']],
  ['as in Figs. 2 and 3, and Table 4', ['2', '3']],
  ['(Fig. 3a,b; see also Figures 5–7)', ['3', '5', '6', '7']],
  ['Figs. A1-A3 & 9', ['A1', 'A2', 'A3', '9']],
  ['Figures A1 to 3', ['A1', 'A2', '3']],
  ['in Fig.4', ['4']],
  ['FIGURE 10', ['10']],
  ['Figure 2 of 3 stars', ['2']],
  ['Figs. 1-200', ['1', '200']],
  ['Fig. 1, 2000 K', ['1']],
  ['Figure 7 a model', ['7']],
  ['configure 3 nodes, a figure of 5', []],
])('finds the figures that the text refers to: %s', (text, numbers) => {
  expect([...mentionedFigures(text)]).toEqual(numbers);
});
