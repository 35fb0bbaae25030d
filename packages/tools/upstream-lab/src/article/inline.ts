import type { CitedWork, Inline } from './document.ts';

export interface Labels {
  readonly work: (key: string) => CitedWork;
  readonly target: (label: string) => { readonly anchor: string; readonly number: string };
  readonly nextFootnote: () => number;
}

const MARK =
  /\{\{([^]*?)\}\}|\$([^$]+)\$|\[\[(@?)([^\]]+)\]\]|\{((?:eq|fig|tab|sec):\w+)\}|\{\\(\w+)\|([^}]+)\}|\*([^*]+)\*/g;

export function parseInline(text: string, labels: Labels): Inline[] {
  const inlines: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > at) inlines.push({ kind: 'text', text: text.slice(at, match.index) });
    inlines.push(readMark(match, labels));
    at = match.index + match[0].length;
  }
  if (at < text.length) inlines.push({ kind: 'text', text: text.slice(at) });
  return inlines;
}

function readMark(match: RegExpMatchArray, labels: Labels): Inline {
  const [, footnote, tex, inSentence, keys, label, macro, shown = '', emphasis = ''] = match;
  if (footnote !== undefined) {
    const number = labels.nextFootnote();
    return { kind: 'footnote', number, text: parseInline(footnote, labels) };
  }
  if (tex !== undefined) return { kind: 'math', tex };
  if (keys !== undefined) {
    return {
      kind: 'citation',
      inSentence: inSentence === '@',
      works: keys.split(',').map((key) => labels.work(key.trim())),
    };
  }
  if (label !== undefined) return { kind: 'reference', ...labels.target(label) };
  return macro === undefined ? { kind: 'emphasis', text: emphasis } : { kind: 'macro', name: macro, shown };
}
