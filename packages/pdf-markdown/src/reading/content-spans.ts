import { inflateSync, constants } from 'node:zlib';

/**
 * Marked content of a stream: the bytes of the strings directly in the content, as hexadecimal digits, and the
 * content's replacement.
 */
export interface ContentSpan {
  codes: string;
  /** `/ActualText`, the text that the content stands for (ISO 32000-1, 14.9.4). */
  readonly text: string | undefined;
}

const MOST_INFLATED = 32 * 1024 * 1024; // bytes of one stream
const MOST_IN_FILE = 256 * 1024 * 1024; // bytes
/** Maximum distance from the start of a stream's dictionary to the stream's data. */
const DICTIONARY = 2_000; // bytes
/** Streams that contain no operators. */
const NO_CONTENT = /\/(?:Subtype\s*\/Image|Length1|Type\s*\/(?:XRef|ObjStm|Metadata)|FunctionType)|\/CIDFontType0C/;

/**
 * Returns the marked content of each stream in a PDF that contains `/ActualText`. pdfjs's operators contain only the
 * identifiers of marked content, so this function reads the streams. It does not read encrypted streams, streams with
 * filters other than Flate, or properties stored as named resources.
 */
export function readContentSpans(bytes: Uint8Array): ContentSpan[][] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const all: ContentSpan[][] = [];
  let left = MOST_IN_FILE;
  for (let at = file.indexOf('stream'); at >= 0 && left > 0;) {
    const end = file.indexOf('endstream', at);
    if (end < 0) break;
    const content = contentOf(file, at, end);
    left -= content.length;
    if (content.includes('/ActualText')) all.push(spansOf(content.toString('latin1')));
    at = file.indexOf('stream', end + 'endstream'.length);
  }
  return all;
}

/** Matches a filter in a dictionary without blanks. */
const FLATE_ONLY = /\/Filter\[?\/Fl(?:ateDecode)?(?:\]|\/(?!\w*Decode)|>>)/;

const NOTHING = Buffer.alloc(0);

function contentOf(file: Buffer, at: number, end: number): Buffer {
  const before = file.toString('latin1', Math.max(0, at - DICTIONARY), at);
  const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
  if (NO_CONTENT.test(dictionary)) return NOTHING;
  const start = at + 'stream'.length + (file[at + 'stream'.length] === 0x0d ? 2 : 1);
  const data = file.subarray(start, end);
  if (!dictionary.includes('/Filter')) return data;
  if (!FLATE_ONLY.test(dictionary.replaceAll(/\s+/g, ''))) return NOTHING;
  try {
    return inflateSync(data, { maxOutputLength: MOST_INFLATED, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    // The stream is encrypted or damaged.
    return NOTHING;
  }
}

const TOKEN = /%[^\r\n]*|<<|>>|<[\dA-Fa-f\s]*>|[[\]()]|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/g;
/** Matches the end of an inline image's data. */
const IMAGE_END = /\sEI(?=\s|$)/g;

/** Returns the tokens of a content stream: strings with their delimiters, names, numbers and operators. */
function* tokensOf(content: string): Generator<string> {
  for (let place = 0; ;) {
    TOKEN.lastIndex = place;
    const found = TOKEN.exec(content);
    if (found === null) return;
    const [token] = found;
    place = token === '(' ? stringEnd(content, found.index) : found.index + token.length;
    yield content.slice(found.index, place);
    if (token !== 'ID') continue;
    IMAGE_END.lastIndex = place;
    const end = IMAGE_END.exec(content);
    if (end) place = end.index + end[0].length;
  }
}

/** Returns the position after the string that begins at `start`. Parentheses in a string are balanced or escaped. */
function stringEnd(content: string, start: number): number {
  let depth = 0;
  for (let at = start; at < content.length; at += 1) {
    const sign = content[at];
    if (sign === '\\') at += 1;
    else if (sign === '(') depth += 1;
    else if (sign === ')' && --depth === 0) return at + 1;
  }
  return content.length;
}

/** Maximum number of operands before an operator. Content with more operands is damaged. */
const MOST_OPERANDS = 100_000;

/** Returns the marked content of a stream, ordered by where the content begins. */
function spansOf(content: string): ContentSpan[] {
  const spans: ContentSpan[] = [];
  const open: (ContentSpan | undefined)[] = [];
  let operands: string[] = [];
  for (const token of tokensOf(content)) {
    if (token === 'BDC' || token === 'BMC') {
      const span = token === 'BDC' ? { codes: '', text: actualTextIn(operands) } : undefined;
      if (span) spans.push(span);
      open.push(span);
    } else if (token === 'EMC') open.pop();
    else if (token === 'Tj' || token === 'TJ' || token === "'" || token === '"') {
      const span = open.at(-1);
      if (span) span.codes += operands.map(bytesOf).join('');
    } else if (isOperand(token)) {
      if (operands.length < MOST_OPERANDS) operands.push(token);
      continue;
    }
    operands = [];
  }
  return spans;
}

const isOperand = (token: string): boolean => !/^(?:[A-Za-z'"%]|true$|false$|null$)/.test(token);

function actualTextIn(operands: readonly string[]): string | undefined {
  const bytes = bytesOf(operands[operands.indexOf('/ActualText') + 1] ?? '');
  if (bytes === '' || !operands.includes('/ActualText')) return undefined;
  const data = Buffer.from(bytes, 'hex');
  const isUtf16 = data[0] === 0xfe && data[1] === 0xff;
  if (data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf) return data.toString('utf8', 3);
  return isUtf16 ? new TextDecoder('utf-16be').decode(data.subarray(2)) : data.toString('latin1');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Returns the bytes of a string token as hexadecimal digits. Returns an empty string for other tokens. */
function bytesOf(token: string): string {
  if (token.startsWith('(')) {
    const text = token
      .slice(1, -1)
      .replaceAll(/\\(?:([0-7]{1,3})|(\r\n?|\n)|([^]))/g, (_, octal?: string, end?: string, sign = '') =>
        octal === undefined
          ? end === undefined
            ? (ESCAPES[sign as string] ?? (sign as string))
            : ''
          : String.fromCharCode(Number.parseInt(octal, 8) & 0xff),
      );
    return Buffer.from(text, 'latin1').toString('hex');
  }
  if (!token.startsWith('<') || token === '<<') return '';
  const digits = token.replaceAll(/[^\dA-Fa-f]/g, '').toLowerCase();
  return digits.length % 2 === 0 ? digits : `${digits}0`;
}
