import type { AssetVersions } from '@almagest/contracts/grid';
import { boolean, fault } from '../workflows/config-values.ts';

/** The line list, which is served if no name is given. */
export const LINE_LIST = 'gfVIS99.dat';

const LONGEST_PART = 255;

/** Nodes reject longer paths. */
const LONGEST_PATH = 512;

/** Returns whether a text is the relative path of a file that the assets folder may serve. */
export function isAssetPath(path: string): boolean {
  // eslint-disable-next-line no-control-regex
  if (/[\\\u0000-\u001f\u007f]/.test(path) || !path.isWellFormed()) return false;
  return path.split('/').every((part) => part !== '' && !part.startsWith('.') && part.length <= LONGEST_PART);
}

/**
 * Returns the paths of a configuration's assets without duplicates. `texts` has scalars as written. `typed` has scalars
 * with YAML types, as nodes read them.
 */
export function readAssets(
  texts: Readonly<Record<string, unknown>>,
  typed: Readonly<Record<string, unknown>>,
): readonly string[] {
  const given = texts['assets'] === undefined ? [] : typed['assets'];
  if (!Array.isArray(given)) fault('assets', 'must be a list of paths in the assets folder');
  const paths = (given as unknown[]).map((path, index) => {
    if (typeof path !== 'string' || path.length > LONGEST_PATH || !isAssetPath(path))
      fault(
        `assets[${index}]`,
        'must be the relative path of a file in the assets folder, without parts that begin with a dot',
      );
    return path;
  });
  const lineList = texts['assets_linelist'];
  const all = lineList !== undefined && boolean('assets_linelist', lineList) ? [...paths, LINE_LIST] : paths;
  return [...new Set(all)];
}

/**
 * Returns where a node's reported assets differ from the pinned assets, or null if the node reports no assets. Ignores
 * reported names that cannot be asset paths.
 */
export function assetDifferences(pinned: AssetVersions, reported: AssetVersions | null): AssetVersions | null {
  if (reported === null) return null;
  const differing = Object.entries(reported).filter(
    ([path, sha256]) => path.length <= LONGEST_PATH && isAssetPath(path) && pinned[path] !== sha256,
  );
  return Object.fromEntries(differing);
}

/** Returns the assets that an attempt used: the reported assets, or the pinned assets if the node reported none. */
export function usedAssets(
  pinned: AssetVersions,
  differences: AssetVersions | null,
): { readonly told_by: 'node' | 'start'; readonly versions: AssetVersions } | null {
  const versions = { ...pinned, ...differences };
  if (Object.keys(versions).length === 0) return null;
  return { told_by: differences === null ? 'start' : 'node', versions };
}
