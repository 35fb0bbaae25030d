import { UnreadableFile } from './reference.ts';

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** How many bytes are looked at for an encoding. */
const HEAD_BYTES = 4096;

/**
 * The text of a file in UTF-8 or UTF-16, with or without a mark, or in the encoding that its first line names as JabRef
 * does (`% Encoding: ISO8859_1`). What is none of these is taken for Windows-1252, in which every byte is a character.
 */
export function decodeFile(bytes: Uint8Array): string {
  const marked = MARKS.find(([mark]) => mark.every((byte, place) => bytes[place] === byte));
  const encoding = marked?.[1] ?? guessUtf16(bytes);
  if (encoding !== undefined) return linesOf(new TextDecoder(encoding).decode(bytes));
  const named = /^% ?Encoding: ?([\w-]{1,30})/m.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)),
  )?.[1];
  try {
    return linesOf(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    if (bytes.subarray(0, HEAD_BYTES).includes(0)) throw new UnreadableFile('the file is not text');
    return linesOf(new TextDecoder(knownEncoding(named)).decode(bytes));
  }
}

/** Without a mark, UTF-16 shows by the zero byte of each ASCII character. */
function guessUtf16(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, HEAD_BYTES);
  const zeros = [0, 0];
  for (const [place, byte] of head.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 4;
  return odd > many && even === 0 ? 'utf-16le' : even > many && odd === 0 ? 'utf-16be' : undefined;
}

function knownEncoding(name: string | undefined): string {
  try {
    // Java writes ISO8859_1 and Cp1252, the standard iso8859-1 and cp1252.
    return new TextDecoder(name?.toLowerCase().replaceAll('_', '-') ?? 'windows-1252').encoding;
  } catch {
    return 'windows-1252';
  }
}

/** Some programs write the mark of the encoding twice. */
function linesOf(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
}
