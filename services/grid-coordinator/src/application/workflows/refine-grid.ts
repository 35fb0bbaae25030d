import { isDeepStrictEqual } from 'node:util';
import type { GridExtension, RefineGridRequest } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import { ConfigError } from '../../domain/workflows/config-values.ts';
import { waveOf } from '../../domain/points/difficulty.ts';
import { paramsOf, readExtraPoints, textsOf } from '../../domain/points/extra-points.ts';
import type { ExtraPoint } from '../../domain/points/lattice.ts';
import type { WorkflowConfig } from '../../domain/workflows/workflow-config.ts';
import { extensionOf, type ExtendDeps } from './extend-grid.ts';
import { withExtraPoints } from './extra-point-text.ts';
import { parseConfig } from './parse-config.ts';
import { requireSavedConfig } from './saved-config.ts';

/**
 * Returns a workflow's configuration with additional points outside its axes, and the points that a start would add.
 * Saves nothing. Refuses existing points, and points that spell a value differently, as a save does.
 */
export async function refineGrid(
  { db, maxGridPoints }: ExtendDeps,
  name: string,
  { points }: RefineGridRequest,
): Promise<GridExtension> {
  const saved = await requireSavedConfig(db, name, maxGridPoints);
  const { config: before } = saved;
  const added = together(before, points);
  const text = withExtraPoints(saved.text, points);
  const after = text === undefined ? undefined : parseConfig(text, maxGridPoints);
  if (text === undefined || after === undefined || !isDeepStrictEqual(after, { ...before, extraPoints: added }))
    throw new Refusal(
      'conflict',
      `extra_points of ${name} is not written as a list that can be extended: add the points with PUT /api/workflows/${name}`,
    );
  const waves = new Map<number, number>();
  for (const point of added.slice(before.extraPoints.length)) {
    const wave = waveOf(paramsOf(point), after.grid, after.difficulty);
    waves.set(wave, (waves.get(wave) ?? 0) + 1);
  }
  const inOrder = [...waves].toSorted(([a], [b]) => a - b);
  return await extensionOf(
    db,
    saved,
    { text, after },
    inOrder.map(([wave, count]) => ({ wave, new_points: count })),
  );
}

/** Appends the new points to the extra points. A fault names the point by its position in the request. */
function together({ grid, extraPoints }: WorkflowConfig, points: RefineGridRequest['points']): ExtraPoint[] {
  try {
    return readExtraPoints([...extraPoints.map(textsOf), ...points], grid);
  } catch (error) {
    const found = error instanceof ConfigError ? /^extra_points\[(\d+)\](.*)$/.exec(error.path) : null;
    if (found === null) throw error;
    const place = `points[${Number(found[1]) - extraPoints.length}]${found[2]}`;
    throw new Refusal('malformed', `${place}: ${(error as ConfigError).what}`);
  }
}
