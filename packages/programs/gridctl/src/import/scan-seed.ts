/** Matches whole words, in the spellings of Fortran and C, with or without a sign. */
const NOT_A_NUMBER = /(?:^|[\s,;=(])[+-]?(?:nan|inf|infinity)(?=$|[\s,;)(])/i;
/** Text contains spaces. A longer run without spaces is binary data, where letters such as `nan` mean nothing. */
const LONGEST_WORD = 4096;

/**
 * Returns whether a text seed contains NaN or Inf. The operator should know, because the coordinator stores such a seed
 * but never starts a run from it. Binary files may contain any bytes.
 */
export async function holdsNotANumber(chunks: AsyncIterable<string>): Promise<boolean> {
  let carried = '';
  for await (const chunk of chunks) {
    if (chunk.includes('\0')) return false;
    const text = carried + chunk;
    // The end of the chunk may cut a word, so the last word is carried over to the next chunk.
    const end = text.search(/(?<!\S)\S*$/);
    if (NOT_A_NUMBER.test(text.slice(0, end))) return true;
    carried = text.slice(end);
    if (carried.length > LONGEST_WORD) return false;
  }
  return NOT_A_NUMBER.test(carried);
}
