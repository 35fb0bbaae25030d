import type { Break, Reach } from './breaks.ts';

/** The changes that the loader makes to sources. The test processes read them from a JSON file. */
export interface Plan {
  /** The replaced text of each source, by its URL. */
  readonly sources: Readonly<Record<string, string>>;
}

export function broken(source: string, { start, end, replacement }: Break): string {
  // Lines keep their numbers, so stack traces stay correct.
  const lines = source.slice(start, end).split('\n').length - replacement.split('\n').length;
  return source.slice(0, start) + replacement + '\n'.repeat(Math.max(lines, 0)) + source.slice(end);
}

/** Returns the source with a call of `reachedGuard` at each guard. Guards with the same extent share a number. */
export function withReach(source: string, breaks: readonly Break[], numberOf: (reach: Reach) => number): string {
  const places = new Map(breaks.map(({ reach }) => [`${reach.start} ${reach.end}`, reach]));
  const inserts: { at: number; text: string; closes: boolean; length: number }[] = [];
  for (const reach of places.values()) {
    const { start, end, isStatement } = reach;
    const call = `globalThis.reachedGuard?.(${numberOf(reach)})`;
    const length = end - start;
    inserts.push({ at: start, text: isStatement ? `{${call};` : `(${call},`, closes: false, length });
    inserts.push({ at: end, text: isStatement ? '}' : ')', closes: true, length });
  }
  inserts.sort(
    (a, b) =>
      a.at - b.at || Number(b.closes) - Number(a.closes) || (a.closes ? a.length - b.length : b.length - a.length),
  );
  let text = '';
  let last = 0;
  for (const insert of inserts) {
    text += source.slice(last, insert.at) + insert.text;
    last = insert.at;
  }
  return text + source.slice(last);
}
