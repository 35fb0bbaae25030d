import { latinEncoding, scriptEncoding } from './older-encodings.ts';
import { UnreadableFileError } from './reference.ts';

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Number of bytes examined to detect an encoding. */
const HEAD_BYTES = 4096;

/**
 * Decodes a file in UTF-8 or UTF-16, with or without a byte order mark. Also decodes the encoding that JabRef names in
 * the first line (`% Encoding: ISO8859_1`). For all other files, detects an older encoding from the bytes.
 */
export function decodeFile(file: Uint8Array): string {
  const marked = MARKS.find(([mark]) => mark.every((byte, place) => file[place] === byte));
  const bytes = marked?.[1] === 'utf-8' ? file.subarray(3) : file;
  const encoding = marked?.[1] ?? guessUtf16(bytes);
  // Some programs put the mark of UTF-8 before an older encoding.
  if (encoding !== undefined && encoding !== 'utf-8') return linesOf(new TextDecoder(encoding).decode(bytes));
  const named = /^% ?Encoding: ?([\w-]{1,30})/m.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)),
  )?.[1];
  try {
    return linesOf(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    if (bytes.subarray(0, HEAD_BYTES).includes(0)) throw new UnreadableFileError('the file is not text');
    const known = knownEncoding(named);
    return linesOf(known === undefined ? decodeOlder(bytes) : new TextDecoder(known).decode(bytes));
  }
}

/** Detects UTF-16 without a byte order mark. Each ASCII character has a zero byte. */
function guessUtf16(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, HEAD_BYTES);
  const zeros = [0, 0];
  for (const [place, byte] of head.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Chinese titles have few ASCII characters. But the zero bytes are only in one half of the pairs.
  const many = head.length / 32;
  return odd > many && even === 0 ? 'utf-16le' : even > many && odd === 0 ? 'utf-16be' : undefined;
}

function knownEncoding(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  try {
    // Java writes ISO8859_1 and Cp1252. The standard names are iso8859-1 and cp1252.
    const { encoding } = new TextDecoder(name.toLowerCase().replaceAll('_', '-'));
    // If the label UTF-8 is wrong, it says nothing about the encoding.
    return encoding === 'utf-8' ? undefined : encoding;
  } catch {
    return undefined;
  }
}

const UTF8_CHARACTER = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;

/**
 * Decodes an older encoding, which is detected from the bytes. Entries that were pasted in UTF-8 are decoded as UTF-8.
 */
function decodeOlder(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes).toString('latin1');
  const found = latin1.match(UTF8_CHARACTER) ?? [];
  const others = (latin1.match(/[\x80-\xff]/g) ?? []).length - found.join('').length;
  const isMostlyUtf8 = found.length >= others * MANY_TIMES;
  const encoding = isMostlyUtf8 ? undefined : scriptEncoding(latin1);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  if (found.length >= others) return decodeMixed(latin1, found);
  return new TextDecoder(latinEncoding(latin1)).decode(bytes);
}

/** If UTF-8 characters are this many times more frequent than other bytes, the file is UTF-8 with a few stray bytes. */
const MANY_TIMES = 5;

function decodeMixed(latin1: string, found: readonly string[]): string {
  const windows = new TextDecoder('windows-1252');
  const utf8 = found.map((text) => Buffer.from(text, 'latin1').toString('utf8'));
  return latin1
    .split(UTF8_CHARACTER)
    .map((text, place) => windows.decode(Buffer.from(text, 'latin1')) + (utf8[place] ?? ''))
    .join('');
}

/** Normalizes line ends. Removes a second byte order mark, which some programs write. */
function linesOf(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
}
