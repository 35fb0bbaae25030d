import { citationText } from '../article/reference-text.ts';
import type { Inline } from '../article/document.ts';
import { parseTex } from '../article/tex.ts';
import { beside, type Box, moved, space, textBox } from './box.ts';
import { FormulaSetter } from './formula-box.ts';
import type { Face, FontSet } from './font-set.ts';

/** A word, or a piece of a formula, that stands on one line. */
interface Atom {
  readonly box: Box;
  /** Whether a blank stands before it; without one the line may not end there unless `mayBreak`. */
  readonly hasBlank: boolean;
  readonly mayBreak: boolean;
  /** Plain words may be divided. */
  readonly word: { readonly text: string; readonly face: Face } | undefined;
  readonly footnotes: readonly Footnote[];
}

export interface Footnote {
  readonly number: number;
  readonly text: readonly Inline[];
}

/** A set line of text. */
export interface Line {
  readonly box: Box;
  readonly footnotes: readonly Footnote[];
}

export interface Setting {
  readonly width: number;
  readonly size: number;
  readonly face: Face;
  /** Of the first line and of the others. */
  readonly indent: readonly [number, number];
  readonly align: 'justify' | 'left' | 'centre';
}

/** Breaks text into lines and divides long words, as a typesetter does. */
export function setParagraph(inlines: readonly Inline[], setting: Setting, fonts: FontSet): Line[] {
  const blank = fonts.width(' ', setting.face === 'bold' ? 'bold' : 'roman', setting.size);
  const lines: Line[] = [];
  let open: Atom[] = [];
  const room = () => setting.width - (lines.length === 0 ? setting.indent[0] : setting.indent[1]);
  const used = () =>
    open.reduce((sum, atom, index) => sum + atom.box.width + (index > 0 && atom.hasBlank ? blank : 0), 0);
  const close = (isLast: boolean) => {
    lines.push(setLine(open, { setting, blank, room: room(), isFirst: lines.length === 0, isLast }));
    open = [];
  };
  const waiting = atomsOf(inlines, setting, fonts);
  for (let atom = waiting.shift(); atom !== undefined; atom = waiting.shift()) {
    const gap = open.length > 0 && atom.hasBlank ? blank : 0;
    const left = room() - used() - gap;
    if (atom.box.width <= left || open.length === 0 || !(atom.hasBlank || atom.mayBreak)) {
      open.push(atom);
      continue;
    }
    const parts = setting.align === 'justify' ? divide(atom, left, setting, fonts) : undefined;
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

function atomsOf(inlines: readonly Inline[], setting: Setting, fonts: FontSet): Atom[] {
  const atoms: Atom[] = [];
  let hasBlank = false;
  const push = (box: Box, more: Partial<Atom> = {}) => {
    atoms.push({ box, hasBlank, mayBreak: false, word: undefined, footnotes: [], ...more });
    hasBlank = false;
  };
  const words = (text: string, face: Face) => {
    for (const part of text.split(/(\s+)/)) {
      if (/^\s+$/.test(part)) hasBlank = true;
      else if (part !== '') push(textBox(part, face, setting.size, fonts), { word: { text: part, face } });
    }
  };
  for (const inline of inlines) {
    if (inline.kind === 'math') {
      const pieces = new FormulaSetter(fonts, false).pieces(parseTex(inline.tex), setting.size);
      pieces.forEach((box, index) => push(box, { mayBreak: index > 0 }));
    } else if (inline.kind === 'footnote') {
      const mark = moved(textBox(String(inline.number), 'roman', setting.size * 0.65, fonts), 0, setting.size * 0.35);
      push(mark, { footnotes: [inline] });
    } else if (inline.kind === 'citation') words(citationText(inline), setting.face);
    else if (inline.kind === 'reference') words(inline.number, setting.face);
    else if (inline.kind === 'macro') words(inline.shown, setting.face);
    else words(inline.text, inline.kind === 'emphasis' ? 'italic' : setting.face);
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
  // Words are pulled apart to fill the line, but never so far that holes appear.
  const stretch = setting.align === 'justify' && !isLast && gaps > 0 ? Math.min(spare / gaps, blank * 3) : 0;
  const indent = setting.indent[isFirst ? 0 : 1] + (setting.align === 'centre' ? spare / 2 : 0);
  const boxes = atoms.flatMap(({ box, hasBlank }, index) =>
    index > 0 && hasBlank ? [space(blank + stretch), box] : [box],
  );
  return { box: moved(beside(boxes), indent, 0), footnotes: atoms.flatMap(({ footnotes }) => footnotes) };
}

/** Fewest letters before and after a hyphen. */
const FEWEST = 3;

/** Divides a word between a vowel and a syllable that begins with a consonant, as late as fits; undefined where it cannot be. */
function divide({ word, hasBlank }: Atom, room: number, { size }: Setting, fonts: FontSet): [Atom, Atom] | undefined {
  if (word === undefined || !/^\p{L}{7,}[,.;:]?$/u.test(word.text)) return undefined;
  for (let at = word.text.length - FEWEST - 1; at >= FEWEST; at -= 1) {
    if (!/^[aeiouy][bcdfgklmnprstvz][aeiou]/.test(word.text.slice(at - 1))) continue;
    const head = textBox(`${word.text.slice(0, at)}-`, word.face, size, fonts);
    if (head.width > room) continue;
    const tail = word.text.slice(at);
    const rest = {
      box: textBox(tail, word.face, size, fonts),
      hasBlank: false,
      mayBreak: false,
      word: { text: tail, face: word.face },
      footnotes: [],
    };
    return [{ box: head, hasBlank, mayBreak: false, word: undefined, footnotes: [] }, rest];
  }
  return undefined;
}
