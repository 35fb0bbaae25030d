import { citationText } from '../article/reference-text.ts';
import type { Inline } from '../article/document.ts';
import { parseTex } from '../article/tex.ts';
import { beside, type Box, moved, space, textBox } from './box.ts';
import { FormulaSetter } from './formula-box.ts';
import { type Face, widthOf } from './font-set.ts';

/** A word or a part of a formula that is not split between lines. */
interface Atom {
  readonly box: Box;
  /** Whether a space precedes the atom. Without a space, a line may end before the atom only with `mayBreak`. */
  readonly hasBlank: boolean;
  readonly mayBreak: boolean;
  /** A plain word, which may be hyphenated. */
  readonly word: { readonly text: string; readonly face: Face } | undefined;
  readonly footnotes: readonly Footnote[];
}

export interface Footnote {
  readonly number: number;
  readonly text: readonly Inline[];
}

/** Content of a line, including labels that are printed in bold. */
export type PrintInline = Inline | { readonly kind: 'strong'; readonly text: string };

export interface Line {
  readonly box: Box;
  readonly footnotes: readonly Footnote[];
}

export interface Setting {
  readonly width: number;
  readonly size: number;
  readonly face: Face;
  /** Indents of the first line and of the other lines. */
  readonly indent: readonly [number, number];
  readonly align: 'justify' | 'left' | 'centre';
}

/** Breaks a text into lines and hyphenates long words. */
export function setParagraph(inlines: readonly PrintInline[], setting: Setting): Line[] {
  const blank = widthOf(' ', setting.face === 'bold' ? 'bold' : 'roman', setting.size);
  const lines: Line[] = [];
  let open: Atom[] = [];
  const room = () => setting.width - (lines.length === 0 ? setting.indent[0] : setting.indent[1]);
  const used = () =>
    open.reduce((sum, atom, index) => sum + atom.box.width + (index > 0 && atom.hasBlank ? blank : 0), 0);
  const close = (isLast: boolean) => {
    lines.push(setLine(open, { setting, blank, room: room(), isFirst: lines.length === 0, isLast }));
    open = [];
  };
  const waiting = atomsOf(inlines, setting);
  for (let atom = waiting.shift(); atom !== undefined; atom = waiting.shift()) {
    const gap = open.length > 0 && atom.hasBlank ? blank : 0;
    const left = room() - used() - gap;
    if (atom.box.width <= left || open.length === 0 || !(atom.hasBlank || atom.mayBreak)) {
      open.push(atom);
      continue;
    }
    const parts = setting.align === 'justify' ? divide(atom, left, setting) : undefined;
    if (parts === undefined) waiting.unshift({ ...atom, hasBlank: false });
    else {
      open.push(parts[0]);
      waiting.unshift(parts[1]);
    }
    close(false);
  }
  if (open.length > 0) close(true);
  return lines;
}

const FACES: Readonly<Partial<Record<PrintInline['kind'], Face>>> = { emphasis: 'italic', strong: 'bold' };

function atomsOf(inlines: readonly PrintInline[], setting: Setting): Atom[] {
  const atoms: Atom[] = [];
  let hasBlank = false;
  const push = (box: Box, more: Partial<Atom> = {}) => {
    atoms.push({ box, hasBlank, mayBreak: false, word: undefined, footnotes: [], ...more });
    hasBlank = false;
  };
  const words = (text: string, face: Face) => {
    for (const part of text.split(/(\s+)/)) {
      if (/^\s+$/.test(part)) hasBlank = true;
      else if (part !== '') push(textBox(part, face, setting.size), { word: { text: part, face } });
    }
  };
  for (const inline of inlines) {
    if (inline.kind === 'math') {
      const pieces = new FormulaSetter(false).pieces(parseTex(inline.tex), setting.size);
      pieces.forEach((box, index) => push(box, { mayBreak: index > 0 }));
    } else if (inline.kind === 'footnote') {
      const mark = moved(textBox(String(inline.number), 'roman', setting.size * 0.65), 0, setting.size * 0.35);
      push(mark, { footnotes: [inline] });
    } else if (inline.kind === 'citation') words(citationText(inline), setting.face);
    else if (inline.kind === 'reference') words(inline.number, setting.face);
    else if (inline.kind === 'macro') words(inline.shown, setting.face);
    else words(inline.text, FACES[inline.kind] ?? setting.face);
  }
  return atoms;
}

interface LinePlace {
  readonly setting: Setting;
  readonly blank: number;
  readonly room: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function setLine(atoms: readonly Atom[], { setting, blank, room, isFirst, isLast }: LinePlace): Line {
  const gaps = atoms.filter((atom, index) => index > 0 && atom.hasBlank).length;
  const natural = atoms.reduce((sum, { box }) => sum + box.width, 0) + gaps * blank;
  const spare = room - natural;
  // Spaces are stretched to fill the line, up to a limit.
  const stretch = setting.align === 'justify' && !isLast && gaps > 0 ? Math.min(spare / gaps, blank * 3) : 0;
  const indent = setting.indent[isFirst ? 0 : 1] + (setting.align === 'centre' ? spare / 2 : 0);
  const boxes = atoms.flatMap(({ box, hasBlank }, index) =>
    index > 0 && hasBlank ? [space(blank + stretch), box] : [box],
  );
  return { box: moved(beside(boxes), indent, 0), footnotes: atoms.flatMap(({ footnotes }) => footnotes) };
}

/** The minimum number of letters before and after a hyphen. */
const FEWEST = 3;

/**
 * Splits a word between a vowel and a syllable that begins with a consonant, as late as possible. Returns undefined if
 * the word cannot be split.
 */
function divide({ word, hasBlank }: Atom, room: number, { size }: Setting): [Atom, Atom] | undefined {
  if (word === undefined || !/^\p{L}{7,}[,.;:]?$/u.test(word.text)) return undefined;
  for (let at = word.text.length - FEWEST - 1; at >= FEWEST; at -= 1) {
    if (!/^[aeiouy][bcdfgklmnprstvz][aeiou]/.test(word.text.slice(at - 1))) continue;
    const head = textBox(`${word.text.slice(0, at)}-`, word.face, size);
    if (head.width > room) continue;
    const tail = word.text.slice(at);
    const rest = {
      box: textBox(tail, word.face, size),
      hasBlank: false,
      mayBreak: false,
      word: { text: tail, face: word.face },
      footnotes: [],
    };
    return [{ box: head, hasBlank, mayBreak: false, word: undefined, footnotes: [] }, rest];
  }
  return undefined;
}
