import type { Word } from '../reading/page-content.ts';
import type { PlacedRun } from './rows.ts';

/** So many letters apart are a word; fewer may be initials, or the names of variables. */
const FEWEST_LETTERS = 5;
/** Letters of one word are no farther apart, sizes. */
const WIDEST_GAP = 1;
/** Between two words the gap is larger than between letters by this factor. */
const BETWEEN_WORDS = 1.5;

/** Joins letters that are printed apart from each other, as in `A B S T R A C T`. */
export function joinLetterspaced(run: PlacedRun): PlacedRun {
  const { words, font, size } = run;
  if (words.length < FEWEST_LETTERS || font.math || !words.every(({ text }) => /^\p{L}$/u.test(text))) return run;
  const gaps = words.slice(1).map((word, i) => word.left - (words[i] as Word).right);
  const usual = Math.min(...gaps);
  if (usual <= 0 || usual > WIDEST_GAP * size) return run;
  const joined: Word[] = [];
  words.forEach((word, i) => {
    const last = joined.at(-1);
    if (last && (gaps[i - 1] ?? 0) < BETWEEN_WORDS * usual)
      joined[joined.length - 1] = { ...last, text: last.text + word.text, right: word.right };
    else joined.push(word);
  });
  return { ...run, words: joined, text: joined.map(({ text }) => text).join(' ') };
}
