import type { GridPointParams } from '@almagest/contracts/grid';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { api } from '../../api.ts';
import type { MapState } from './map-state.ts';
import { AXES } from './shape.ts';

/**
 * Opens the card of the point with these values. Requests the point's name from the server, because the same values can
 * be written in several ways. Shows `none` if the point does not exist.
 */
export async function openPoint(
  { workflow, go }: Pick<MapState, 'workflow' | 'go'>,
  params: GridPointParams,
  none: string,
): Promise<void> {
  try {
    const values = Object.fromEntries(AXES.map((axis) => [axis, `${params[axis]}`]));
    const query = { ...values, limit: 1 };
    const { data } = await api.get('/api/workflows/{name}/points', { params: { name: workflow }, query });
    const [found] = data.points;
    if (found === undefined) tellDone(none);
    else go({ point: found.name });
  } catch (error) {
    tellFault(error);
  }
}
