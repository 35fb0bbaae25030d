/** A result as the names in one folder show it: a summary, and the files that may be its seed. */
export interface Found {
  /** File name of the summary. */
  readonly summary: string;
  /** File names of possible seeds. */
  readonly seeds: readonly string[];
  /** A flat layout: the part before `.conv.json`, to which its seed's name is tied. */
  readonly stem: string | null;
}

const FLAT = '.conv.json';
const SEED = '.7';

/**
 * Finds the results among the names of one folder: `conv.json` for the folder as a whole, `<name>.conv.json` where
 * many lie side by side. A seed that belongs to a flat result is never taken for the folder's own.
 */
export function findResults(names: readonly string[]): Found[] {
  const seeds = new Set(names.filter((name) => name.endsWith(SEED) && name.length > SEED.length));
  const flat = names
    .filter((name) => name.endsWith(FLAT) && name.length > FLAT.length)
    .map((summary): Found => {
      const stem = summary.slice(0, -FLAT.length);
      const seed = `${stem}${SEED}`;
      return { summary, seeds: seeds.has(seed) ? [seed] : [], stem };
    });
  if (!names.includes('conv.json')) return flat;
  for (const seed of flat.flatMap((found) => found.seeds)) seeds.delete(seed);
  return [{ summary: 'conv.json', seeds: [...seeds], stem: null }, ...flat];
}

export type SeedChoice =
  | { readonly kind: 'chosen'; readonly file: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'ambiguous'; readonly files: readonly string[] };

/** Which of the files is the seed: the one named as the point, else `out.7`, else the only one. */
export function chooseSeed(found: Found, pointName: string): SeedChoice {
  const preferred = [`${pointName}${SEED}`, `out${SEED}`].find((file) => found.seeds.includes(file));
  const [first, ...others] = found.seeds;
  if (preferred !== undefined) return { kind: 'chosen', file: preferred };
  if (first === undefined) return { kind: 'none' };
  return others.length === 0 ? { kind: 'chosen', file: first } : { kind: 'ambiguous', files: found.seeds };
}
