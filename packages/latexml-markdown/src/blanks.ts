import { isVisible, type Inline } from './tree.ts';

/**
 * White space that HTML collapses, and the no-break spaces that LaTeXML writes for `~`. Single spaces are excluded,
 * because replacing them would take several times as long.
 */
const BLANKS = /\s{2,}|[^\S ]/g;

/** Zero-width characters. LaTeXML inserts them between formulas and at line breaks. */
const INVISIBLE = /[\u200b\u2060-\u2064\u00ad\ufeff]/g;

interface State {
  /** Whether the current position follows a blank or begins a line. */
  afterBlank: boolean;
}

export function collapseBlanks(text: string): string {
  return text.replace(BLANKS, ' ');
}

function tidyText(value: string, state: State): string {
  let tidied = collapseBlanks(value.replace(INVISIBLE, ''));
  if (state.afterBlank && tidied.startsWith(' ')) tidied = tidied.slice(1);
  if (tidied !== '') state.afterBlank = tidied.endsWith(' ');
  return tidied;
}

function tidyList(inlines: readonly Inline[], state: State): Inline[] {
  const tidied: Inline[] = [];
  for (const inline of inlines) {
    if (inline.kind === 'text') {
      const value = tidyText(inline.text, state);
      const last = tidied.at(-1);
      if (last?.kind === 'text') tidied[tidied.length - 1] = { kind: 'text', text: last.text + value };
      else if (value !== '') tidied.push({ kind: 'text', text: value });
    } else if (inline.kind === 'styled' || inline.kind === 'link') {
      const children = tidyList(inline.children, state);
      if (children.length > 0) tidied.push({ ...inline, children });
    } else if (inline.kind === 'break') {
      trimEnd(tidied);
      state.afterBlank = true;
      tidied.push(inline);
    } else {
      state.afterBlank = false;
      tidied.push(inline);
    }
  }
  return tidied;
}

/** Removes blanks and breaks at the end, including blanks and breaks within styles. */
function trimEnd(inlines: Inline[]): void {
  for (;;) {
    const last = inlines.at(-1);
    if (last === undefined) return;
    if (last.kind === 'text') {
      const trimmed = last.text.trimEnd();
      if (trimmed !== '') {
        inlines[inlines.length - 1] = { kind: 'text', text: trimmed };
        return;
      }
    } else if (last.kind === 'styled' || last.kind === 'link') {
      const children = [...last.children];
      trimEnd(children);
      if (children.length > 0) {
        inlines[inlines.length - 1] = { ...last, children };
        return;
      }
    } else if (last.kind !== 'break') {
      return;
    }
    inlines.pop();
  }
}

/** Collapses blanks like a browser and trims both ends. Returns an empty list if the result is not visible. */
export function tidy(inlines: readonly Inline[]): Inline[] {
  const tidied = tidyList(inlines, { afterBlank: true });
  while (tidied[0]?.kind === 'break') tidied.shift();
  trimEnd(tidied);
  return tidied.some(isVisible) ? tidied : [];
}
