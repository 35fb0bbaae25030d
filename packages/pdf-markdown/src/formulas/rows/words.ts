import { byLeft, textOf } from '../items.ts';
import type { Item } from '../node.ts';
import type { Alphabet } from '../glyph-box.ts';
import { isOperatorName } from '../../tex/function-names.ts';
import { ALIKE } from '../../tex/size-classes.ts';

const UPRIGHT: readonly Alphabet[] = ['roman', 'sans', 'typewriter', 'textItalic', 'bold'];
const JOINED = 0.1; // em between letters of a word
const TIGHT = 0.05; // em
const LETTERS = /^\p{Script=Latin}[\p{Script=Latin}\p{M}]*$/u;
/** Two-word operators. TeX inserts a space between the words. */
const PHRASES = new Set(['arg max', 'arg min', 'lim sup', 'lim inf']);

/** Joins adjacent upright letters into words: operator names, units and text. */
export function joinWords(items: readonly Item[]): Item[] {
  const joined: Item[] = [];
  for (const item of items.toSorted(byLeft)) {
    const last = joined.findLast((other) => isSameLine(other, item));
    const gap = last ? (item.left - last.right) / item.size : Infinity;
    if (last && isLetter(item) && isLetter(last) && gap < JOINED && !isComplete(last, item, gap)) {
      joined[joined.indexOf(last)] = withWord(last, item, `${lettersOf(last)}${lettersOf(item)}`);
    } else joined.push(item);
  }
  return joinPhrases(joined);
}

/**
 * Returns whether the preceding operator name is complete. If TeX inserted its operator space, `ln` and `M` are
 * separate words even if they almost touch.
 */
function isComplete(last: Item, item: Item, gap: number): boolean {
  return gap > TIGHT && isOperatorName(lettersOf(last)) && lettersOf(item).length === 1;
}

function joinPhrases(items: readonly Item[]): Item[] {
  const joined: Item[] = [];
  for (const item of items) {
    const last = joined.findLast((other) => isSameLine(other, item));
    const phrase = last && `${lettersOf(last)} ${lettersOf(item)}`;
    if (last && phrase && PHRASES.has(phrase))
      joined[joined.indexOf(last)] = { ...withWord(last, item, phrase), lastWord: item.left };
    else joined.push(item);
  }
  return joined;
}

function isSameLine(a: Item, b: Item): boolean {
  return (
    Math.abs(a.baseline - b.baseline) < ALIKE * b.size &&
    Math.abs(a.size - b.size) < ALIKE * b.size &&
    alphabetOf(a) === alphabetOf(b)
  );
}

function alphabetOf(item: Item): Alphabet | undefined {
  return item.node.kind === 'sign' || item.node.kind === 'word' ? item.node.alphabet : undefined;
}

function lettersOf(item: Item): string {
  return item.node.kind === 'word' ? item.node.text : textOf(item);
}

function isLetter(item: Item): boolean {
  const alphabet = alphabetOf(item);
  return alphabet !== undefined && UPRIGHT.includes(alphabet) && LETTERS.test(lettersOf(item).replace(' ', ''));
}

function withWord(last: Item, item: Item, text: string): Item {
  return {
    ...last,
    node: { kind: 'word', text, alphabet: alphabetOf(last) ?? 'roman' },
    right: Math.max(last.right, item.right),
    top: Math.min(last.top, item.top),
    bottom: Math.max(last.bottom, item.bottom),
  };
}
