import { LOG_KIND, MAX_ARTIFACTS_OF_TASK } from '@almagest/contracts/grid';

/** Describes an artifact. An engine may write this into `result.json`. */
export interface NamedArtifact {
  readonly path: string;
  readonly kind?: string | null | undefined;
  readonly product?: string | null | undefined;
}

export interface ArtifactFile {
  /** Relative to the folder `out` or to `LOG_FOLDER`. */
  readonly path: string;
  readonly kind: string;
  readonly product: string | null;
  readonly file: string;
}

/** The folder for the engine's stdout and stderr, within the artifacts. */
export const LOG_FOLDER = LOG_KIND;

/** The largest number of files taken from `out`. The limit leaves room for stdout and stderr. */
export const MAX_FILES = MAX_ARTIFACTS_OF_TASK - 2;

/**
 * Derives the kind and the product from a path: `spectrum.txt` gives `spectrum` and no product, and `spectrum/uv.txt`
 * gives `spectrum` and `uv`.
 */
export function kindOf(path: string): { readonly kind: string; readonly product: string | null } {
  const [first = '', ...rest] = path.split('/');
  if (rest.length === 0) return { kind: plainKind(withoutExtension(first)), product: null };
  const product = withoutExtension(rest.join('_')).replaceAll(/[^A-Za-z0-9._+-]/g, '_');
  return { kind: plainKind(first), product: product.slice(0, 64) };
}

function plainKind(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '_')
    .slice(0, 32);
}

function withoutExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Describes each file as the engine did, or by its path if the engine did not describe the file. */
export function describeFiles(
  files: readonly { readonly path: string; readonly file: string }[],
  named: readonly NamedArtifact[],
): ArtifactFile[] {
  const said = new Map(named.map((one) => [one.path, one]));
  return files.map(({ path, file }) => {
    const follows = kindOf(path);
    const one = said.get(path);
    return { path, file, kind: one?.kind ?? follows.kind, product: one?.product ?? follows.product };
  });
}
