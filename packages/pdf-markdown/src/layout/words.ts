import type { Word } from '../reading/page-content.ts';
import type { PlacedRun } from './rows.ts';

/** Spaces of text are narrower, those between columns wider. Sizes. */
const WIDE_SPACE = 0.45;

const DOTS = /(\.{4,})/;
const FEWEST_DOTS = 4;

/** A run cut at those of its spaces that are so wide that they may part columns. */
export function splitAtWideSpaces(run: PlacedRun): PlacedRun[] {
  const parts = group(run.words, (word, before) => word.left - before.right > WIDE_SPACE * run.size);
  return parts.length === 1 ? [run] : parts.map((words) => withWords(run, words));
}

/** The words of a run, each with the space behind it. */
export function splitWords(run: PlacedRun): PlacedRun[] {
  const last = run.words.length - 1;
  return run.words.map((word, i) => ({ ...withWords(run, [word]), text: i < last ? `${word.text} ` : word.text }));
}

/** Rows of dots that lead from one column of a table to the next are not text. */
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

/** Dots without spaces between them join the words around; dots and letters take about the same room. */
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

function isLeader(words: readonly Word[]): boolean {
  return words.every(isDots) && words.reduce((dots, word) => dots + word.text.length, 0) >= FEWEST_DOTS;
}
