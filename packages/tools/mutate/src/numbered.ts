import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { breaksOf, type Break } from './breaks.ts';
import { switchable } from './broken-source.ts';
import type { Plan } from './load-broken.ts';
import { CHECKOUT } from './packages.ts';
import { breakKey, lineOf } from './results.ts';

export interface Numbered extends Break {
  readonly number: number;
  readonly key: string;
  readonly source: string;
  readonly line: number;
  /** The numbers of all breaks of the source. */
  readonly siblings: ReadonlySet<number>;
}

/** Numbers the breaks of all sources. Returns the texts in which a number chooses a break. */
export function numberBreaks(sources: readonly string[]): { readonly all: readonly Numbered[]; readonly plan: Plan } {
  const all: Numbered[] = [];
  const plan: Record<string, string> = {};
  for (const source of sources) {
    const text = readFileSync(join(CHECKOUT, source), 'utf8');
    const breaks = breaksOf(source, text);
    const first = all.length;
    plan[pathToFileURL(join(CHECKOUT, source)).href] = switchable(text, breaks, first);
    const siblings = new Set(breaks.map((_one, index) => first + index));
    for (const [index, one] of breaks.entries()) {
      const at = { key: breakKey(source, text, one), line: lineOf(text, one.start) };
      all.push({ ...one, ...at, number: first + index, source, siblings });
    }
  }
  return { all, plan };
}
