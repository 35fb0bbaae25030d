import type { TaskSpec } from '@almagest/contracts/grid';

/** The file name that engines expect for the default line list. */
const LINE_LIST = 'gfVIS99.dat';

interface Asset {
  /** Relative to the task's `assets` folder. */
  readonly name: string;
  /** Relative to the coordinator's base address. */
  readonly path: string;
  /** The SHA-256 of the version that the task uses. Undefined means the coordinator's current version. */
  readonly version: string | undefined;
}

export type AssetRequest =
  | { readonly ok: true; readonly assets: readonly Asset[] }
  | { readonly ok: false; readonly fault: string };

/** Returns the files that a task requests through the configuration keys `assets` and `assets_linelist`. */
export function requestedAssets(task: TaskSpec): AssetRequest {
  const names = task['assets'] ?? [];
  if (!Array.isArray(names)) return { ok: false, fault: 'assets: must be a list of paths' };
  const assets = new Map<string, Asset>();
  for (const name of names as unknown[]) {
    if (typeof name !== 'string' || !isInside(name)) {
      return { ok: false, fault: `assets: ${JSON.stringify(name)} is not a relative path inside the assets folder` };
    }
    assets.set(name, assetOf(task, name, `api/data/file/${name.split('/').map(encodeURIComponent).join('/')}`));
  }
  if (isTrue(task['assets_linelist'])) assets.set(LINE_LIST, assetOf(task, LINE_LIST, 'api/data/linelist'));
  return { ok: true, assets: [...assets.values()] };
}

/** Describes an asset to download. Coordinators of earlier versions don't pin asset versions. */
function assetOf({ asset_versions: versions = {} }: TaskSpec, name: string, path: string): Asset {
  const version = Object.hasOwn(versions, name) ? versions[name] : undefined;
  return { name, version, path: version === undefined ? path : `${path}?version=${version}` };
}

/**
 * Checks a name part by part. The name becomes a path on this machine, so anything that could leave the folder is
 * rejected instead of normalised.
 */
function isInside(name: string): boolean {
  // eslint-disable-next-line no-control-regex
  if (name.length > 512 || /[\\\u0000-\u001f]/.test(name)) return false;
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/**
 * Returns whether a configuration value means true. Configurations are read as text, so `true` may arrive as a word.
 * The configuration calls this type `boolean-like`.
 */
function isTrue(value: unknown): boolean {
  return value === true || ['true', 'yes', 'on', '1'].includes(String(value).toLowerCase());
}
