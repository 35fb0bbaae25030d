import { LOG_KIND, MAX_ARTIFACTS_OF_TASK, type KeepRule, type TaskArtifact } from '@almagest/contracts/grid';

/** Determines which artifacts of its attempts a workflow keeps. */
export interface ArtifactConfig {
  readonly keep: Readonly<Record<string, KeepRule>>;
  /** The rule for kinds that `keep` does not name. */
  readonly fallback: KeepRule;
  readonly maxBytesPerTask: number;
  readonly maxFilesPerTask: number;
}

/** By default, a workflow keeps the artifacts of converged attempts and all engine output. */
export const DEFAULT_ARTIFACTS: ArtifactConfig = {
  keep: {},
  fallback: 'converged',
  maxBytesPerTask: 500_000_000,
  maxFilesPerTask: MAX_ARTIFACTS_OF_TASK,
};

/** Returns whether an artifact of this kind is kept. `success`: whether the attempt succeeded. */
export function isKept({ keep, fallback }: ArtifactConfig, kind: string, success: boolean): boolean {
  const rule = (Object.hasOwn(keep, kind) ? keep[kind] : undefined) ?? (kind === LOG_KIND ? 'always' : fallback);
  if (rule === 'always' || rule === 'never') return rule === 'always';
  return success === (rule === 'converged');
}

export type ArtifactDecision =
  | { readonly kind: 'kept' | 'unwanted' }
  /** The artifact exceeds a limit. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Decides in order whether each artifact of an attempt is kept. Refuses an artifact that exceeds a limit, but keeps
 * later artifacts that are small enough.
 *
 * @param roomBytes the bytes that are left of the quota
 */
export function decideArtifacts(
  config: ArtifactConfig,
  success: boolean,
  artifacts: readonly Pick<TaskArtifact, 'kind' | 'size_bytes'>[],
  roomBytes: number,
): ArtifactDecision[] {
  let files = 0;
  let bytes = 0;
  return artifacts.map(({ kind, size_bytes: size }): ArtifactDecision => {
    if (!isKept(config, kind, success)) return { kind: 'unwanted' };
    if (files + 1 > config.maxFilesPerTask)
      return refused(`the workflow keeps at most ${config.maxFilesPerTask} files per task (max_files_per_task)`);
    if (bytes + size > config.maxBytesPerTask)
      return refused(`the workflow keeps at most ${config.maxBytesPerTask} bytes per task (max_bytes_per_task)`);
    if (bytes + size > roomBytes)
      return refused('the artifact quota is used up: raise MAX_ARTIFACT_BYTES or delete workflows');
    files += 1;
    bytes += size;
    return { kind: 'kept' };
  });
}

function refused(reason: string): ArtifactDecision {
  return { kind: 'refused', reason };
}

export function faultOfList(
  artifacts: readonly Pick<TaskArtifact, 'path' | 'sha256' | 'size_bytes'>[],
): string | undefined {
  const paths = new Set<string>();
  const sizes = new Map<string, number>();
  for (const { path, sha256, size_bytes: size } of artifacts) {
    if (paths.has(path)) return `artifacts: the path '${path}' occurs twice`;
    paths.add(path);
    const other = sizes.get(sha256) ?? size;
    if (other !== size) return `artifacts: the content ${sha256} has ${other} bytes, but ${size} bytes at '${path}'`;
    sizes.set(sha256, size);
  }
  for (const path of paths) {
    const file = foldersOf(path).find((folder) => paths.has(folder));
    // If one path were a folder of the other, neither a disk nor an unpacked archive could hold both.
    if (file !== undefined) return `artifacts: '${file}' is a file, but a folder in '${path}'`;
  }
  return undefined;
}

function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
