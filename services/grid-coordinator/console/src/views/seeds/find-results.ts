export interface FolderFile {
  readonly path: string;
  readonly file: File;
}

/** A result, judged by the file names in one folder: a summary and the files that may be its seed. */
export interface FoundResult {
  readonly summary: FolderFile;
  readonly seeds: readonly FolderFile[];
}

const FLAT = '.conv.json';
const SEED = '.7';

/**
 * Finds the results in a folder tree, ordered by path. A folder with a single result has `conv.json`, a folder with
 * several results has pairs of `<name>.conv.json` and `<name>.7`. A seed of such a pair is never used for the whole
 * folder.
 */
export function findResults(files: readonly FolderFile[]): FoundResult[] {
  const visible = files.filter(({ path }) => path.split('/').every((part) => !part.startsWith('.')));
  const folders = Map.groupBy(visible, ({ path }) => path.slice(0, path.lastIndexOf('/') + 1));
  return [...folders]
    .flatMap(([folder, within]) => findInFolder(folder, within))
    .toSorted((a, b) => (a.summary.path < b.summary.path ? -1 : 1));
}

function findInFolder(folder: string, files: readonly FolderFile[]): FoundResult[] {
  const byName = new Map(files.map((file) => [file.path.slice(folder.length), file]));
  const taken = new Set<string>();
  const flat = [...byName].flatMap(([name, summary]): FoundResult[] => {
    if (!name.endsWith(FLAT) || name === FLAT) return [];
    const seedName = name.slice(0, -FLAT.length) + SEED;
    const seed = byName.get(seedName);
    if (seed === undefined) return [{ summary, seeds: [] }];
    taken.add(seedName);
    return [{ summary, seeds: [seed] }];
  });
  const whole = byName.get('conv.json');
  if (whole === undefined) return flat;
  const seeds = [...byName].filter(([name]) => name.endsWith(SEED) && name !== SEED && !taken.has(name));
  return [{ summary: whole, seeds: seeds.map(([, file]) => file) }, ...flat];
}

/** Returns the seed of a point: the file with the point's name, else `out.7`, else the only file. */
export function chooseSeed(
  { seeds }: FoundResult,
  pointName: string,
): { readonly file: FolderFile } | 'none' | 'ambiguous' {
  const nameOf = ({ path }: FolderFile) => path.slice(path.lastIndexOf('/') + 1);
  const preferred = [`${pointName}${SEED}`, `out${SEED}`].flatMap((name) =>
    seeds.filter((seed) => nameOf(seed) === name),
  )[0];
  const [only, ...others] = seeds;
  if (preferred !== undefined) return { file: preferred };
  if (only === undefined) return 'none';
  return others.length === 0 ? { file: only } : 'ambiguous';
}
