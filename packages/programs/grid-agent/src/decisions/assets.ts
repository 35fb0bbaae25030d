import type { TaskSpec } from '@almagest/contracts/grid';

/** The name under which engines expect the default line list. */
const LINE_LIST = 'gfVIS99.dat';

interface Asset {
  /** Below the task's `assets` folder. */
  readonly name: string;
  /** Below the coordinator's base address. */
  readonly path: string;
  /** The SHA-256 of the version that the task uses; undefined if it uses what the coordinator has now. */
  readonly version: string | undefined;
}

export type AssetRequest =
  | { readonly ok: true; readonly assets: readonly Asset[] }
  | { readonly ok: false; readonly fault: string };

/** Which files the configuration keys `assets` and `assets_linelist` of a task ask for. */
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

/** A coordinator of an earlier version pins none. */
function assetOf({ asset_versions: versions = {} }: TaskSpec, name: string, path: string): Asset {
  const version = Object.hasOwn(versions, name) ? versions[name] : undefined;
  return { name, version, path: version === undefined ? path : `${path}?version=${version}` };
}

/**
 * A name becomes a path of this machine, so it is checked part by part and never normalised: nothing that could
 * leave the folder is repaired, it is refused.
 */
function isInside(name: string): boolean {
  // eslint-disable-next-line no-control-regex
  if (name.length > 512 || /[\\\u0000-\u001f]/.test(name)) return false;
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** Configurations are read as text, so 'true' may arrive as a word; `boolean-like` is what the configuration calls it. */
function isTrue(value: unknown): boolean {
  return value === true || ['true', 'yes', 'on', '1'].includes(String(value).toLowerCase());
}
