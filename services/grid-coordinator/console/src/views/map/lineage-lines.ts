import type { Axis, GridMap, GridPointParams, Lineage } from '@almagest/contracts/grid';
import { rankOf } from './extra-points.ts';

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Returns the lines of a lineage, from each model to the attempts that started from it. */
function linesOf(
  lineage: Lineage,
): { readonly from: GridPointParams; readonly to: GridPointParams; readonly ended: string }[] {
  const byTask = new Map(lineage.descendants.map((attempt) => [attempt.task_id, attempt.params]));
  const line = [lineage.params, ...lineage.ancestors.map(({ params }) => params)];
  const ascents = line.slice(1).map((from, index) => ({ from, to: line[index] ?? null, ended: 'converged' }));
  const descents = lineage.descendants.map(({ parent_task_id: parent, params, outcome }) => ({
    from: parent === null ? lineage.params : (byTask.get(parent) ?? null),
    to: params,
    ended: outcome,
  }));
  return [...ascents, ...descents].flatMap(({ from, to, ended }) =>
    from === null || to === null ? [] : [{ from, to, ended }],
  );
}

/** Draws a lineage on a heat map, with a ring around the point. Failed attempts are dashed. */
export function drawLineage(
  context: CanvasRenderingContext2D,
  { width, height }: { readonly width: number; readonly height: number },
  lineage: Lineage,
  { x, y, axes }: { readonly x: Axis; readonly y: Axis; readonly axes: GridMap['axes'] },
): void {
  const placeOf = (params: GridPointParams): Place => ({
    x: ((rankOf(axes[x], params[x]) + 0.5) * width) / axes[x].length,
    y: height - ((rankOf(axes[y], params[y]) + 0.5) * height) / axes[y].length,
  });
  context.strokeStyle = getComputedStyle(context.canvas).color;
  context.lineWidth = 1.5 * window.devicePixelRatio;
  for (const { from, to, ended } of linesOf(lineage)) {
    const [start, end] = [placeOf(from), placeOf(to)];
    context.setLineDash(ended === 'converged' ? [] : [4, 4]);
    context.beginPath();
    context.moveTo(start.x, start.y);
    context.lineTo(end.x, end.y);
    context.stroke();
  }
  context.setLineDash([]);
  const own = placeOf(lineage.params);
  context.beginPath();
  context.arc(own.x, own.y, 4 * window.devicePixelRatio, 0, 2 * Math.PI);
  context.stroke();
}
