import { expect, test } from '@jest/globals';
import { joinedNames, joinedWords } from './joined-names.ts';

test.each([
  ['The subdwarf HD 49798 is bright.', ['hd49798']],
  ['Members of NGC 6397 and BD+28 4211', ['ngc6397', 'bd284211']],
  [String.raw`the magnetic star $\tau$ Sco`, ['tausco']],
  [String.raw`He II $\lambda$4686 and C\,IV 1550`, ['heii', 'heii4686', 'civ', 'civ1550']],
  [String.raw`$\log g=4$ and $T_{\rm eff}$`, ['logg', 'teff']],
  ['log(g), T eff, v sin i and [Fe/H]', ['logg', 'vsini', 'teff', 'feh']],
  [String.raw`H$\alpha$, Hα and H-alpha, not Table 3 or In 2004`, ['halpha', 'halpha', 'halpha']],
])('%s has %j', (text, names) => {
  expect(joinedNames(text)).toEqual(names);
});

test.each([
  ['hd 49798', 'hd49798'],
  ['the he ii 4686 line', 'heii4686'],
  ['He II λ4686', 'heii4686'],
  ['tau Sco', 'tausco'],
  ['log g', 'logg'],
  ['v sin i', 'vsini'],
  ['H alpha', 'halpha'],
  ['bd +28 4211', 'bd284211'],
])('the question %s contains the joined name %s', (question, name) => {
  expect(joinedWords(question)).toContain(name);
});
