/** A piece of what the model says or thinks, as it came. */
export interface Delta {
  readonly seq: number;
  readonly kind: 'text_delta' | 'thought';
  readonly text: string;
}

/** Pieces in one, known by the number of the last. */
export interface MergedDelta extends Delta {
  /** Where each piece ends within the text, in code units; one number less for each that follows. */
  readonly ends: readonly number[];
}

/** Puts pieces of one kind that follow each other into one. A single one stays as it is and is not listed. */
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

/** What of merged pieces somebody has not heard who has heard everything up to the number `after`. */
export function textAfter({ seq, text, ends }: Omit<MergedDelta, 'kind'>, after: number): string {
  return text.slice(ends[ends.length - 1 - (seq - after)] ?? 0);
}
