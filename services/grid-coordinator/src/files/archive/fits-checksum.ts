/**
 * Adds up 32-bit words in ones' complement, as the keywords DATASUM and CHECKSUM require (FITS 4.0, section 4.4.2.7 and
 * appendix J). The length of `bytes` must be a multiple of four.
 */
export function addWords(sum: number, bytes: Buffer): number {
  let total = sum;
  for (let at = 0; at < bytes.length; at += 4) {
    total += bytes.readUInt32BE(at);
    if (total > 0xffffffff) total -= 0xffffffff;
  }
  return total;
}

/** ASCII punctuation between the digits and the two ranges of letters. The encoding avoids it. */
const AVOIDED = /[:-@[-`]/;

/**
 * Encodes the complement of a sum in 16 letters and digits. With this checksum, the sum of the whole unit is all ones.
 */
export function encodeChecksum(sum: number): string {
  const value = ~sum >>> 0;
  const text: string[] = [];
  for (let byte = 0; byte < 4; byte += 1) {
    const part = (value >>> (24 - 8 * byte)) & 0xff;
    const codes = [0, 1, 2, 3].map((index) => 48 + Math.floor(part / 4) + (index === 0 ? part % 4 : 0));
    for (const index of [0, 2]) {
      while (AVOIDED.test(String.fromCharCode(codes[index] ?? 0, codes[index + 1] ?? 0))) {
        codes[index] = (codes[index] ?? 0) + 1;
        codes[index + 1] = (codes[index + 1] ?? 0) - 1;
      }
    }
    for (const [index, code] of codes.entries()) text[4 * index + byte] = String.fromCharCode(code);
  }
  // In the card of CHECKSUM, the value begins one byte after a word boundary.
  return text.slice(-1).concat(text.slice(0, -1)).join('');
}
