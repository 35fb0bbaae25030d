import type { ContentSpan } from './content-spans.ts';
import type { Glyph } from './glyph-strips.ts';
import type { OperatorCodes, OperatorList } from './operators.ts';

/** A glyph of the operator with this index, and the glyph's position in the operator's string. */
interface Place {
  readonly operator: number;
  readonly at: number;
  readonly glyph: Glyph;
}

/** The glyphs that are directly in one marked content. */
type Span = Place[];

/** Content that needs `/ActualText` to be readable: control characters, private use and U+FFFD. */
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const UNKNOWN = /^[\u0000-\u001f\u007f-\u009f\ufffd\ue000-\uf8ff\uffff]*$/;
const LETTERS = /^[\p{L}\p{N}\p{M}]{1,8}$/u;

/**
 * Writes `/ActualText` to glyphs with unknown characters, such as ligatures without ToUnicode. Also writes text that
 * spells a single glyph in letters. Other replacements, such as soft hyphens, are ignored.
 *
 * @param read reads the marked content of the file. The function calls `read` only if a page has such glyphs
 */
export async function spellActualText(
  list: OperatorList,
  ops: OperatorCodes,
  read: () => Promise<readonly ContentSpan[][]>,
): Promise<void> {
  const spans = spansIn(list, ops);
  if (!spans.some(isDoubtful)) return;
  const streams = await read();
  if (streams.length === 0) return;
  const texts = textsOf(spans, streams);
  for (const [place, span] of spans.entries()) {
    const text = texts[place];
    if (text === undefined || !isDoubtful(span)) continue;
    if (span.length > 1 ? !span.some(isUnknown) : !LETTERS.test(text) || text === span[0]?.glyph.unicode) continue;
    for (const [nth, { operator, at, glyph }] of span.entries())
      replace(list, operator, at, { ...glyph, actualText: nth === 0 ? text : '' });
  }
}

/** Replaces a glyph in a copy of its string. pdfjs returns equal strings of a font as the same array. */
function replace({ argsArray }: OperatorList, operator: number, at: number, glyph: Glyph): void {
  const [glyphs] = argsArray[operator] as [(Glyph | number)[]];
  argsArray[operator] = [glyphs.with(at, glyph)];
}

const isUnknown = ({ glyph }: Place): boolean => UNKNOWN.test(glyph.unicode);
const isDoubtful = (span: Span): boolean => span.length === 1 || span.some(isUnknown);

/** Returns the marked content of a page, with its glyphs. */
function spansIn({ fnArray, argsArray }: OperatorList, ops: OperatorCodes): Span[] {
  const spans: Span[] = [];
  const open: (Span | undefined)[] = [];
  for (let i = 0; i < fnArray.length; i++) {
    const code = fnArray[i];
    if (code === ops.beginMarkedContentProps) {
      const span: Span = [];
      spans.push(span);
      open.push(span);
    } else if (code === ops.beginMarkedContent) open.push(undefined);
    else if (code === ops.endMarkedContent) open.pop();
    else if (code === ops.showText) {
      const span = open.at(-1);
      const [glyphs] = (argsArray[i] ?? []) as [(Glyph | number)[]?];
      if (!span || !glyphs) continue;
      for (const [at, glyph] of glyphs.entries())
        if (typeof glyph === 'object' && glyph !== null) span.push({ operator: i, at, glyph });
    }
  }
  return spans;
}

/**
 * Returns the text of each span. If a stream has the same spans, the position of a span determines its text. Otherwise
 * the codes of its glyphs determine the text.
 */
function textsOf(spans: readonly Span[], streams: readonly ContentSpan[][]): (string | undefined)[] {
  const keys = spans.map(codesOf);
  const same = streams.find(
    (stream) => stream.length === keys.length && stream.every(({ codes }, at) => keys[at]?.includes(codes)),
  );
  if (same) return same.map(({ text }) => text);
  const byCodes = new Map<string, string | undefined>();
  for (const { codes, text } of streams.flat()) {
    if (text === undefined || codes === '') continue;
    byCodes.set(codes, byCodes.has(codes) && byCodes.get(codes) !== text ? undefined : text);
  }
  return keys.map((forms) => forms.map((codes) => byCodes.get(codes)).find((text) => text !== undefined));
}

/** Returns the bytes of the glyphs' codes as hexadecimal digits, first with one byte per code and then with two. */
function codesOf(span: Span): string[] {
  return [2, 4].map((digits) =>
    span.map(({ glyph }) => (glyph.originalCharCode ?? 0).toString(16).padStart(digits, '0')).join(''),
  );
}
