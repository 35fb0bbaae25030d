/** A result as found in one folder: a summary and the files that may be its seed. */
export interface Found {
  readonly summary: string;
  readonly seeds: readonly string[];
  /** In a flat layout, the part before `.conv.json`. The seed's name starts with this part. */
  readonly stem: string | null;
}

const FLAT = '.conv.json';
const SEED = '.7';

/**
 * Finds results among the file names of a folder: `conv.json` for the whole folder, or `<name>.conv.json` if the folder
 * contains many results. A seed that belongs to one of many results is never used for the whole folder.
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

/** Chooses the seed among the files: the file named like the point, otherwise `out.7`, otherwise the only file. */
export function chooseSeed(found: Found, pointName: string): SeedChoice {
  const preferred = [`${pointName}${SEED}`, `out${SEED}`].find((file) => found.seeds.includes(file));
  const [first, ...others] = found.seeds;
  if (preferred !== undefined) return { kind: 'chosen', file: preferred };
  if (first === undefined) return { kind: 'none' };
  return others.length === 0 ? { kind: 'chosen', file: first } : { kind: 'ambiguous', files: found.seeds };
}
