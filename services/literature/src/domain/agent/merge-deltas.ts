/** A streamed piece of the model's answer or reasoning. */
export interface Delta {
  readonly seq: number;
  readonly kind: 'text_delta' | 'thought';
  readonly text: string;
}

/** Consecutive pieces merged into one, which has the number of the last. */
export interface MergedDelta extends Delta {
  /**
   * End of each piece within the text, in code units. The last piece has the number `seq`, each earlier one a number
   * less.
   */
  readonly ends: readonly number[];
}

/** Merges consecutive pieces of one kind. A single piece is unchanged and is not listed. */
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

/** The part of a merged piece that comes after the event number `after`. */
export function textAfter({ seq, text, ends }: Omit<MergedDelta, 'kind'>, after: number): string {
  return text.slice(ends[ends.length - 1 - (seq - after)] ?? 0);
}
