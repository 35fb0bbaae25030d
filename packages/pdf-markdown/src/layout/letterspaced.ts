import { median } from '../geometry.ts';
import type { Word } from '../reading/page-content.ts';
import type { PlacedRun } from './page-rows.ts';

/** So many letters apart are a word; fewer may be initials, or the names of variables. */
const FEWEST_LETTERS = 5;
/** Letters of one word are no farther apart, sizes. */
const WIDEST_GAP = 1;
/** Between two words the gap is larger than between letters by this factor. */
const BETWEEN_WORDS = 1.5;

/** Letters between which a kern takes the space away, as in `I n t ro d u c t i o n`, are fewer than this share of all. */
const MOST_KERNED = 0.4;
/** Then the letters are closer than words, which are 0.25 apart in a tight line, sizes. */
const CLOSER = 0.2;

/** Joins letters that are printed apart from each other, as in `A B S T R A C T`. */
export function joinLetterspaced(run: PlacedRun): PlacedRun {
  const { words, font, size } = run;
  if (words.length < FEWEST_LETTERS || font.math || !words.every(({ text }) => /^\p{L}{1,3}$/u.test(text))) return run;
  const gaps = words.slice(1).map((word, i) => word.left - (words[i] as Word).right);
  const kerned = words.filter(({ text }) => text.length > 1).length;
  const usual = kerned === 0 ? Math.min(...gaps) : median(gaps, 0);
  const most = kerned === 0 ? WIDEST_GAP : CLOSER;
  if (kerned > MOST_KERNED * words.length || usual <= 0 || usual > most * size) return run;
  const joined: Word[] = [];
  words.forEach((word, i) => {
    const last = joined.at(-1);
    if (last && (gaps[i - 1] ?? 0) < BETWEEN_WORDS * usual)
      joined[joined.length - 1] = { ...last, text: last.text + word.text, right: word.right };
    else joined.push(word);
  });
  return { ...run, words: joined, text: joined.map(({ text }) => text).join(' ') };
}
