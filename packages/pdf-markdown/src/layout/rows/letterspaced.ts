import { median } from '../../geometry.ts';
import type { Word } from '../../reading/page-content.ts';
import type { PlacedRun } from '../../text/placed-run.ts';

/** Minimum number of spaced-out letters in a word. Fewer letters may be initials or variables. */
const FEWEST_LETTERS = 5;
/** Maximum gap between letters of one word. */
const WIDEST_GAP = 1; // em
/** Minimum ratio of the gap between words to the gap between letters. */
const BETWEEN_WORDS = 1.5;

/** Maximum share of letters that have no space because of a kern, as in `I n t ro d u c t i o n`. */
const MOST_KERNED = 0.4;
/** Maximum gap between letters in a word with kerns. Word spaces are wider: 0.25 em in a tight line. */
const CLOSER = 0.2; // em

/** Joins spaced-out letters, as in `A B S T R A C T`. */
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
