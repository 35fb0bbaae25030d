import type { PlacedPaper } from './lay-out-graph.ts';

type Disc = Pick<PlacedPaper, 'x' | 'y' | 'radius'>;

/** Room for the head of the arrow. */
const HEAD_PX = 6;

/** Returns the path of an arrow from the edge of a paper to the edge of the paper that it cites. */
export function arrowPath(citing: Disc, cited: Disc): string {
  const [dx, dy] = [cited.x - citing.x, cited.y - citing.y];
  const length = Math.hypot(dx, dy);
  const room = citing.radius + cited.radius + HEAD_PX;
  if (length <= room) return '';
  const at = ({ x, y }: Disc, distance: number) =>
    `${(x + (dx / length) * distance).toFixed(1)} ${(y + (dy / length) * distance).toFixed(1)}`;
  return `M${at(citing, citing.radius)}L${at(cited, -cited.radius - HEAD_PX)}`;
}
