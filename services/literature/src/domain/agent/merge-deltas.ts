/** A streamed piece of an answer or of its reasoning. */
export interface Delta {
  readonly seq: number;
  readonly kind: 'text_delta' | 'thought';
  readonly text: string;
}

/** Consecutive pieces merged into one, with the number of the last piece. */
export interface MergedDelta extends Delta {
  /**
   * The end of each piece within the text, in UTF-16 code units. The pieces have consecutive numbers, and the last
   * number is `seq`.
   */
  readonly ends: readonly number[];
}

/** Merges consecutive pieces of the same kind. Omits pieces that cannot be merged with another piece. */
export function mergeDeltas(deltas: readonly Delta[]): MergedDelta[] {
  const merged: { seq: number; kind: Delta['kind']; text: string; ends: number[] }[] = [];
  for (const { seq, kind, text } of deltas) {
    const last = merged.at(-1);
    if (last !== undefined && last.kind === kind && last.seq + 1 === seq) {
      last.text += text;
      last.seq = seq;
      last.ends.push(last.text.length);
    } else merged.push({ seq, kind, text, ends: [text.length] });
  }
  return merged.filter(({ ends }) => ends.length > 1);
}

/** Returns the part of a merged piece that comes after event number `after`. */
export function textAfter({ seq, text, ends }: Omit<MergedDelta, 'kind'>, after: number): string {
  return text.slice(ends[ends.length - 1 - (seq - after)] ?? 0);
}
