import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { joinText } from '../blocks/join-lines.ts';
import { decideJoin, gatherVocabulary, type Vocabulary } from './hyphens.ts';

const none = gatherVocabulary([]);

function joinLines(before: string, after: string, vocabulary: Vocabulary): string {
  const lines = [before, after].map((text) => ({ text, markdown: text }));
  return joinText(lines, vocabulary).text;
}

test('joins a word hyphenated at the end of a line', () => {
  expect(joinLines('the tempera-', 'ture of stars', none)).toBe('the temperature of stars');
});

test('keeps the hyphen of a compound that the document also writes with a hyphen', () => {
  const vocabulary = gatherVocabulary(['a low-mass star', 'of low-mass stars']);
  expect(joinLines('of low-', 'mass stars', vocabulary)).toBe('of low-mass stars');
});

test('drops the hyphen of a word that the document also writes without one', () => {
  const vocabulary = gatherVocabulary(['within the limits', 'with in with in']);
  expect(joinLines('with-', 'in it', vocabulary)).toBe('within it');
});

test('does not count the halves of a hyphenated word', () => {
  const vocabulary = gatherVocabulary(['the pre-', 'dictions of it']);
  expect(vocabulary.count('dictions')).toBe(0);
  expect(vocabulary.count('of')).toBe(1);
});

test('joins words such as hereafter, although their halves are words', () => {
  const vocabulary = gatherVocabulary(['here and after', 'here and after']);
  expect(joinLines('the model (here-', 'after WD)', vocabulary)).toBe('the model (hereafter WD)');
});

test('keeps a hyphen between names, and before and after numbers', () => {
  expect(joinLines('the Scorpius-', 'Centaurus association', none)).toBe('the Scorpius-Centaurus association');
  expect(joinLines('of type K-', '5', none)).toBe('of type K-5');
});

test('keeps the other hyphens of a compound', () => {
  const vocabulary = gatherVocabulary(['main-sequence stars']);
  expect(joinLines('a pre-main-', 'sequence star', vocabulary)).toBe('a pre-main-sequence star');
});

test('keeps the hyphen after a single letter or an adverb, and before a typical end of compounds', () => {
  const vocabulary = gatherVocabulary(['the star of a thermally stable gas']);
  expect(joinLines('of a K-', 'giant', none)).toBe('of a K-giant');
  expect(joinLines('a thermally-', 'dominated regime', vocabulary)).toBe('a thermally-dominated regime');
  expect(joinLines('a star-', 'like spoke', vocabulary)).toBe('a star-like spoke');
  expect(joinLines('a user-', 'specified rank', none)).toBe('a user-specified rank');
  expect(joinLines('the out-', 'of-phase terms', none)).toBe('the out-of-phase terms');
  expect(joinLines('the out-of-', 'phase terms', none)).toBe('the out-of-phase terms');
  expect(
    joinLines('the proto-', 'planetary disk', gatherVocabulary(['a proto and a planetary nebula, planetary'])),
  ).toBe('the protoplanetary disk');
  expect(joinLines('bring-', 'ing it', gatherVocabulary(['bring', 're-ing']))).toBe('bringing it');
});

test('keeps the hyphen between two words of the document, unless both are rare', () => {
  const vocabulary = gatherVocabulary(['one set for a test and one set for a trial', 'astro-ph and physique']);
  expect(joinLines('accuracy on test-', 'set parameters', vocabulary)).toBe('accuracy on test-set parameters');
  expect(joinLines('Centre d’astro-', 'physique', vocabulary)).toBe('Centre d’astrophysique');
});

test('keeps the hyphen of a prefix that the document writes with one elsewhere', () => {
  const vocabulary = gatherVocabulary(['a non-linear method']);
  expect(joinLines('of non-', 'overlapping epochs', vocabulary)).toBe('of non-overlapping epochs');
  expect(joinLines('of non-', 'overlapping epochs', none)).toBe('of nonoverlapping epochs');
});

test('keeps a space after a suspended hyphen', () => {
  const vocabulary = gatherVocabulary(['the early stars']);
  expect(joinLines('from early-', 'to mid-G stars', vocabulary)).toBe('from early- to mid-G stars');
  expect(joinLines('of low-', 'and high-mass stars', none)).toBe('of low- and high-mass stars');
  expect(joinLines('a thous-', 'and stars', none)).toBe('a thousand stars');
});

test('joins names hyphenated before a capital', () => {
  expect(joinLines('features (Mc-', 'Connachie 2009)', none)).toBe('features (McConnachie 2009)');
  expect(joinLines('Fine stars, MN-', 'RAS, 279', gatherVocabulary(['MNRAS, 1']))).toBe('Fine stars, MNRAS, 279');
  expect(joinLines('with HST-', 'ACS', gatherVocabulary(['MNRAS, 1']))).toBe('with HST-ACS');
});

test('keeps a dash', () => {
  expect(joinLines('stars -', 'and planets', none)).toBe('stars - and planets');
});

test('never loses a letter', () => {
  const letters = fc.stringMatching(/^[a-z]{1,8}(-[a-z]{1,5})?-?$/);
  const bare = (text: string) => text.replaceAll(/[- ]/g, '');
  fc.assert(
    fc.property(letters, fc.stringMatching(/^[A-Za-z]{1,8}$/), fc.array(letters), (before, after, words) => {
      const joined = joinLines(before, after, gatherVocabulary(words));
      expect(bare(joined)).toBe(bare(before + after));
    }),
  );
});

test('puts a space between lines only if the first does not end in a hyphen', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,8}-?$/), fc.stringMatching(/^[a-z]{1,8}$/), (before, after) => {
      expect(decideJoin(before, after, none) === 'apart').toBe(!before.endsWith('-'));
    }),
  );
});
