import { expect, test } from '@jest/globals';
import { composeAccents, endsInAccent } from './accents.ts';

test.each([
  ['Universit´e de Montr´eal', 'Université de Montréal'],
  ['Gottl¨ober', 'Gottlöber'],
  ['Gust´avo Mu˜noz', 'Gustávo Muñoz'],
  ['ˇZeljko Ivezi´c', 'Željko Ivezić'],
  ['Garc´ıa', 'García'],
  ['Franc¸ois', 'François'],
  ['Fran¸cois', 'François'],
  ['˚Angstr¨om', 'Ångström'],
])('combines the accents of %s with their letters', (drawn, written) => {
  expect(composeAccents(drawn)).toBe(written);
});

test('puts a dot above a variable that has no precomposed letter', () => {
  expect(composeAccents('˙J')).toBe('J\u0307');
});

test('recognises text that ends in an accent', () => {
  expect(endsInAccent('Universit´')).toBe(true);
  expect(endsInAccent('I¸')).toBe(true);
  expect(endsInAccent('Université')).toBe(false);
  expect(endsInAccent('')).toBe(false);
  // An arrow is a combining character after its letter.
  expect(endsInAccent('r\u20d7')).toBe(false);
  expect(composeAccents('u\u20d7r')).toBe('u\u20d7r');
});
