import type { GridMap } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Horizon } from '../../persistence/map-points.ts';
import type { MappedGrid } from './map-layers.ts';

/** The state that an answer shows, which means the same at every process. */
interface Revision {
  readonly expansion: number;
  readonly horizon: Horizon;
  /** Of a plane: how many units its characters are apart. */
  readonly step: number;
}

export function revisionText({ expansion }: MappedGrid, horizon: Horizon, step = 1): string {
  return step === 1 ? `${expansion}-${horizon}` : `${expansion}-${horizon}-${step}`;
}

const REVISION = /^(\d{1,9})-(\d{1,18})$/;
const PLANE_REVISION = /^(\d{1,9})-(\d{1,18})(?:-(\d{1,9}))?$/;

/** Of what an answer shows: states, or a plane of numbers. */
export function parseRevision(text: string, of: 'states' | 'plane'): Revision {
  const [, expansion, horizon, step = '1'] = (of === 'states' ? REVISION : PLANE_REVISION).exec(text) ?? [];
  if (expansion === undefined || horizon === undefined)
    throw new Refusal('malformed', 'query: since must be the revision of an earlier answer, such as 3-81724');
  return { expansion: Number(expansion), horizon, step: Number(step) };
}

export function axesOf(grid: MappedGrid | undefined): GridMap['axes'] {
  const [teff = [], logg = [], loghe = [], logc = [], logn = [], logo = []] = grid?.places.axes ?? [];
  return { teff: [...teff], logg: [...logg], loghe: [...loghe], logc: [...logc], logn: [...logn], logo: [...logo] };
}
