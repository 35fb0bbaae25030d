import { expect, test } from '@jest/globals';
import { composeAccents, endsInAccent } from './accents.ts';

test.each([
  ['Universit´e de Montr´eal', 'Université de Montréal'],
  ['Gottl¨ober', 'Gottlöber'],
  ['Gust´avo Mu˜noz', 'Gustávo Muñoz'],
  ['ˇZeljko Ivezi´c', 'Željko Ivezić'],
  ['Garc´ıa', 'García'],
  ['Franc¸ois', 'François'],
  ['˚Angstr¨om', 'Ångström'],
])('puts the accents of %s onto their letters', (drawn, written) => {
  expect(composeAccents(drawn)).toBe(written);
});

test('puts a dot over a variable of a formula, for which there is no letter', () => {
  expect(composeAccents('˙J')).toBe('J\u0307');
});

test('knows text that waits for the letter under its accent', () => {
  expect(endsInAccent('Universit´')).toBe(true);
  expect(endsInAccent('Université')).toBe(false);
  expect(endsInAccent('')).toBe(false);
});
