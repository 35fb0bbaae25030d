import type { Word } from '../../reading/page-content.ts';
import type { PlacedRun } from '../../text/placed-run.ts';

const DOTS = /(\.{4,})/;
const FEWEST_DOTS = 4;

/** Cuts a run at the gaps between words that are boundaries. */
export function cutRun(run: PlacedRun, isBoundary: (before: Word, next: Word) => boolean): PlacedRun[] {
  const parts = group(run.words, (word, before) => isBoundary(before, word));
  return parts.length === 1 ? [run] : parts.map((words) => withWords(run, words));
}

/** Removes dot leaders. They guide the eye from one table column to the next. */
export function splitAtLeaders(run: PlacedRun): PlacedRun[] {
  if (!run.text.includes('.')) return [run];
  const parts = group(run.words.flatMap(cutAtDots), (word, before) => isDots(word) !== isDots(before));
  if (!parts.some(isLeader)) return [run];
  return parts.filter((words) => !isLeader(words)).map((words) => withWords(run, words));
}

function withWords(run: PlacedRun, words: readonly Word[]): PlacedRun {
  const [first, last] = [words[0], words.at(-1)];
  return {
    ...run,
    text: words.map((word) => word.text).join(' '),
    words,
    left: first?.left ?? run.left,
    right: last?.right ?? run.right,
  };
}

function group(words: readonly Word[], isCut: (word: Word, before: Word) => boolean): Word[][] {
  const groups: Word[][] = [];
  words.forEach((word, i) => {
    const before = words[i - 1];
    if (before && !isCut(word, before)) groups.at(-1)?.push(word);
    else groups.push([word]);
  });
  return groups;
}

/** Splits dots from adjacent words without spaces. A dot is about as wide as a letter. */
function cutAtDots(word: Word): Word[] {
  const parts = word.text.split(DOTS).filter((part) => part !== '');
  const letter = (word.right - word.left) / word.text.length;
  let at = word.left;
  return parts.map((text) => {
    const left = at;
    at += letter * text.length;
    return { text, left, right: at };
  });
}

function isDots(word: Word): boolean {
  return /^\.+$/.test(word.text);
}

/** Returns whether words form a dot leader. Three spaced dots represent an unknown value instead. */
function isLeader(words: readonly Word[]): boolean {
  const dots = words.reduce((sum, word) => sum + word.text.length, 0);
  return words.every(isDots) && dots >= FEWEST_DOTS;
}
