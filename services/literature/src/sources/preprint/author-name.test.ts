import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lastNameFirst } from './author-name.ts';

test.each([
  ['Philip G. Judge', 'Judge, Philip G.'],
  ['P. L. Gay', 'Gay, P. L.'],
  ['Adrian Del Maestro', 'Del Maestro, Adrian'],
  ['Edward P. J. van den Heuvel', 'van den Heuvel, Edward P. J.'],
  ['S. von Hoerner', 'von Hoerner, S.'],
  ['Martin St. John Jr.', 'St. John, Martin, Jr.'],
  ['Ana L. de la Torre Vidal', 'de la Torre Vidal, Ana L.'],
  ['R. de Souza Dal Bosco', 'de Souza Dal Bosco, R.'],
  ['Rui-P. do Amaral Jr.', 'do Amaral, Rui-P., Jr.'],
  ['Rui-P. do Amaral, Jr.', 'do Amaral, Rui-P., Jr.'],
  ['Ann Moss, III', 'Moss, Ann, III'],
  ["K. in 't Veld", "in 't Veld, K."],
  ['P. ’t Hart', '’t Hart, P.'],
  ['W. op den Berg', 'op den Berg, W.'],
  ['Luis Marín y Soler', 'Marín y Soler, Luis'],
  ['L. y Soler', 'y Soler, L.'],
  ['ann van moss', 'van moss, ann'],
  ['ann maria moss', 'moss, ann maria'],
  ['Moss, A. B.', 'Moss, A. B.'],
  ['Minh Do', 'Do, Minh'],
  ['Anh Do Tran', 'Tran, Anh Do'],
  ['Plato', 'Plato'],
  ['van Gogh', 'van Gogh'],
  ['Al Smith', 'Smith, Al'],
  ['', ''],
  ['Planck Collaboration', 'Planck Collaboration'],
  ['The LIGO Scientific Collaboration', 'The LIGO Scientific Collaboration'],
  ['J. Smith (for the XYZ Collaboration)', 'Smith, J.'],
  ['Kurucz, R. L.', 'Kurucz, R. L.'],
])('%s is %s', (name, expected) => {
  expect(lastNameFirst(name)).toBe(expected);
});

test('a converted name does not change when it is converted again, and keeps all its words', () => {
  const word = fc
    .stringMatching(/^[A-Z][a-z]{1,8}$/)
    .filter(
      (one) =>
        !/^(?:Team|Group|Survey|Project|Network|Jr|Sr|Da|De|Di|Du|La|Le|Af|Al|Zu|Das|Del|Den|Der|Des|Dos|Ten|Ter|Van|Von|Zum|Zur|Bin|Ibn|Della|Vanden|Vander)$/.test(
          one,
        ),
    );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const turned = lastNameFirst(words.join(' '));
      expect(lastNameFirst(turned)).toBe(turned);
      expect(turned.split(/[ ,]+/).toSorted()).toEqual(words.toSorted());
    }),
  );
});
