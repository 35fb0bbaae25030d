import type { Logger } from '@almagest/service-kit/log';
import type { AssetFolder } from '../../files/asset-folder.ts';
import type { AssetStore, Kept } from '../../files/asset-store.ts';
import {
  listPins,
  listPinsOfRun,
  pinVersion,
  warnOfAssets,
  type PinningStart,
} from '../../persistence/assets/asset-repository.ts';
import type { Db } from '../../persistence/database.ts';

export interface PinAssetsDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly assets: AssetFolder;
  readonly assetStore: AssetStore;
  readonly onWorkflowChange: (name: string) => void;
}

/** A start whose assets are being pinned. */
export interface Pinning {
  readonly workflow: { readonly id: number; readonly name: string; readonly run: number; readonly expansion: number };
  /** Paths of the assets that its configuration names. */
  readonly paths: readonly string[];
  /** Returns whether this start is still initialising the workflow. */
  readonly isDue: () => Promise<boolean>;
  readonly signal: AbortSignal | undefined;
}

/**
 * Pins the assets of a start: keeps a copy of each and records its version. A resumed run keeps the versions it was
 * started with. Safe to repeat after an interruption.
 *
 * Returns `waiting` if an asset cannot be pinned yet. A warning on the workflow names the obstacle, and the sweep tries
 * again.
 */
export async function pinAssets(deps: PinAssetsDeps, pinning: Pinning): Promise<'pinned' | 'waiting' | 'stopped'> {
  const { workflow, paths, isDue, signal } = pinning;
  if (paths.length === 0) return 'pinned';
  const start: PinningStart = { workflowId: workflow.id, run: workflow.run, expansion: workflow.expansion };
  const pinned = await listPins(deps.db, workflow.id, workflow.expansion);
  const ofRun = await listPinsOfRun(deps.db, workflow.id, workflow.run);
  for (const path of paths) {
    if (signal?.aborted === true || !(await isDue())) return 'stopped';
    const wanted = ofRun.get(path);
    if (wanted !== undefined && pinned.has(path) && (await deps.assetStore.contents.sizeOf(wanted)) !== undefined)
      continue;
    const obstacle = await pinOne(deps, start, { path, wanted, signal });
    if (obstacle === undefined) continue;
    if (await warnOfAssets(deps.db, start, obstacle)) {
      deps.log.warn({ workflow: workflow.name, reason: obstacle }, 'a start is waiting for its assets');
      deps.onWorkflowChange(workflow.name);
    }
    return 'waiting';
  }
  await warnOfAssets(deps.db, start, undefined);
  return 'pinned';
}

/** The number of times a copy is tried if its file changes during the copy or the clean-up removes the copy. */
const ATTEMPTS = 3;

/** Pins one asset. Returns the obstacle, if there is one. */
async function pinOne(
  { db, assets, assetStore }: PinAssetsDeps,
  start: PinningStart,
  { path, wanted, signal }: { path: string; wanted: string | undefined; signal: AbortSignal | undefined },
): Promise<string | undefined> {
  let kept: Kept | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    kept = await keep({ assets, assetStore }, { path, wanted, signal });
    if (kept === undefined) return missing(path, wanted);
    if (kept.kind === 'changing') continue;
    if (kept.kind !== 'kept') break;
    const { sha256, sizeBytes } = kept;
    const isKept = () => assetStore.contents.has(sha256, sizeBytes);
    if (await pinVersion(db, start, { path, sha256, sizeBytes }, isKept)) return undefined;
  }
  if (kept?.kind === 'other')
    return `${missing(path, wanted)} The folder has version ${kept.sha256.slice(0, SHOWN_DIGITS)}.`;
  if (kept?.kind === 'no_room')
    return `the disk of DATA_DIR has no room for a copy of ${path} (${kept.neededBytes} bytes). Free some space. The start then continues automatically.`;
  return `${path} is being written to. The start continues when the file no longer changes.`;
}

/** Keeps the content of an asset, or looks for the wanted version among the kept versions. */
async function keep(
  { assets, assetStore }: Pick<PinAssetsDeps, 'assets' | 'assetStore'>,
  { path, wanted, signal }: { path: string; wanted: string | undefined; signal: AbortSignal | undefined },
): Promise<Kept | undefined> {
  const sizeBytes = wanted === undefined ? undefined : await assetStore.contents.sizeOf(wanted);
  if (wanted !== undefined && sizeBytes !== undefined && (await assetStore.contents.hasDurably(wanted, sizeBytes)))
    return { kind: 'kept', sha256: wanted, sizeBytes };
  const asset = await assets.find(path);
  return asset && (await assetStore.keep(assets, asset, { wanted, signal }));
}

const SHOWN_DIGITS = 12;

function missing(path: string, wanted: string | undefined): string {
  return wanted === undefined
    ? `${path} is missing from the worker's assets folder (ASSETS_DIR). Add it. The start then continues automatically.`
    : `this run uses version ${wanted.slice(0, SHOWN_DIGITS)} of ${path}, but no copy is kept. Put this version into the assets folder (ASSETS_DIR). The start then continues automatically.`;
}
