import { isDeepStrictEqual } from 'node:util';
import type { ExtendGridRequest, GridExtension } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import { countWaves } from '../../domain/points/expansion.ts';
import { countAllPoints } from '../../domain/points/lattice.ts';
import type { WorkflowConfig } from '../../domain/workflows/workflow-config.ts';
import { readCounts, sumCounts } from '../../persistence/workflows/count-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { withAxisValues } from './axis-text.ts';
import { parseConfig } from './parse-config.ts';
import { requireSavedConfig, type SavedConfig } from './saved-config.ts';

export interface ExtendDeps {
  readonly db: Db;
  readonly maxGridPoints: number;
}

/**
 * Returns a workflow's configuration with additional values on an axis, and the points that a start would add. Saves
 * nothing. Refuses values that make the grid invalid, as a save does.
 */
export async function extendGrid(
  { db, maxGridPoints }: ExtendDeps,
  name: string,
  { axis, values }: ExtendGridRequest,
): Promise<GridExtension> {
  const saved = await requireSavedConfig(db, name, maxGridPoints);
  const { config: before } = saved;
  const text = withAxisValues(saved.text, axis, values);
  const after = text === undefined ? undefined : parseConfig(text, maxGridPoints);
  if (text === undefined || after === undefined || !isDeepStrictEqual(after, extended(before, axis, values)))
    throw new Refusal(
      'conflict',
      `grid.${axis} of ${name} is not written as a list that can be extended: add the values with PUT /api/workflows/${name}`,
    );
  const waves = countWaves(after.grid, after.difficulty, { axis, texts: new Set(values) });
  return await extensionOf(
    db,
    saved,
    { text, after },
    waves.flatMap((points, wave) => (points === 0 ? [] : [{ wave, new_points: points }])),
  );
}

/** Returns the numbers of points that a start with the longer configuration would add and keep. */
export async function extensionOf(
  db: Db,
  { workflowId, config: before }: SavedConfig,
  { text, after }: { readonly text: string; readonly after: WorkflowConfig },
  waves: GridExtension['waves'],
): Promise<GridExtension> {
  const kept = countAllPoints(before);
  return {
    config_yaml: text,
    points: countAllPoints(after),
    new_points: countAllPoints(after) - kept,
    kept_points: kept,
    converged: sumCounts(await readCounts(db, workflowId)).converged,
    waves,
  };
}

/**
 * Returns the configuration with the values at the end of the axis. Detects aliases, because a change of an alias would
 * also change another axis.
 */
function extended(config: WorkflowConfig, axis: ExtendGridRequest['axis'], texts: readonly string[]): WorkflowConfig {
  const values = texts.map((text) => ({ text, value: Number(text) }));
  return { ...config, grid: { ...config.grid, [axis]: [...config.grid[axis], ...values] } };
}
