import { LOG_KIND, MAX_ARTIFACTS_OF_TASK } from '@almagest/contracts/grid';

/** What an artifact is, as an engine may say in `result.json`. */
export interface NamedArtifact {
  readonly path: string;
  readonly kind?: string | null | undefined;
  readonly product?: string | null | undefined;
}

/** A file to hand over. */
export interface ArtifactFile {
  /** Below the folder `out`, or that of the engine's output. */
  readonly path: string;
  readonly kind: string;
  readonly product: string | null;
  readonly file: string;
}

/** Where the engine's output stands among its artifacts. */
export const LOG_FOLDER = LOG_KIND;

/** The most files of `out`: there is room for the engine's output beside them. */
export const MAX_FILES = MAX_ARTIFACTS_OF_TASK - 2;

/**
 * The kind and the product that follow from a path: those of `spectrum.txt` are `spectrum` and none, those of
 * `spectrum/uv.txt` are `spectrum` and `uv`.
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

/** The files with what the engine says about them, or else with what their paths say. */
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
