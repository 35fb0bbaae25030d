import type { GridMap } from '@almagest/contracts/grid';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Horizon } from '../../persistence/points/map-points.ts';
import type { LayerChanges, MappedGrid } from './map-layers.ts';

/** The state that a reply shows. A revision means the same in every process. */
interface Revision {
  readonly expansion: number;
  readonly horizon: Horizon;
  /** The step of a plane: the number of units by which adjacent characters differ. */
  readonly step: number;
}

export function revisionText({ expansion }: MappedGrid, horizon: Horizon, step = 1): string {
  return step === 1 ? `${expansion}-${horizon}` : `${expansion}-${horizon}-${step}`;
}

const REVISION = /^(\d{1,9})-(\d{1,18})$/;
const PLANE_REVISION = /^(\d{1,9})-(\d{1,18})(?:-(\d{1,9}))?$/;

/** Parses the revision of a reply that shows states or a plane of numbers. */
export function parseRevision(text: string, of: 'states' | 'plane'): Revision {
  const [, expansion, horizon, step = '1'] = (of === 'states' ? REVISION : PLANE_REVISION).exec(text) ?? [];
  if (expansion === undefined || horizon === undefined)
    throw new Refusal('malformed', 'query: since must be the revision of an earlier reply, such as 3-81724');
  return { expansion: Number(expansion), horizon, step: Number(step) };
}

/** Returns the map's text for all points. `textOf` encodes numbers as characters. */
export function textsOf<N extends Int32Array | Uint8Array>(
  { places }: MappedGrid,
  numbers: N,
  textOf: (numbers: N) => string,
): Pick<GridMap, 'points' | 'extra_points' | 'extra_codes'> {
  if (places.extra.length === 0) return { points: textOf(numbers) };
  const part = (from: number, to: number) => textOf(numbers.subarray(from, to) as N);
  return {
    points: part(0, places.gridSize),
    extra_points: places.extra.map((params) => ({ ...params })),
    extra_codes: part(places.gridSize, places.size),
  };
}

/** Returns the changes of the points on the axes and of the extra points. */
export function changesOf(
  { places: { gridSize, extra: beside } }: MappedGrid,
  changed: Pick<LayerChanges<unknown>, 'places' | 'numbers'>,
  textOf: (numbers: readonly number[]) => string,
): NonNullable<GridMap['changes']> {
  if (beside.length === 0) return { places: changed.places, codes: textOf(changed.numbers) };
  const entries = changed.places.map((place, index) => ({ place, number: changed.numbers[index] ?? 0 }));
  const ofGrid = entries.filter(({ place }) => place < gridSize);
  const extra = entries.filter(({ place }) => place >= gridSize);
  const numbersOf = (of: typeof entries) => textOf(of.map(({ number }) => number));
  return {
    places: ofGrid.map(({ place }) => place),
    codes: numbersOf(ofGrid),
    extra_places: extra.map(({ place }) => place - gridSize),
    extra_codes: numbersOf(extra),
  };
}

export function axesOf(grid: MappedGrid | undefined): GridMap['axes'] {
  const [teff = [], logg = [], loghe = [], logc = [], logn = [], logo = []] = grid?.places.axes ?? [];
  return { teff: [...teff], logg: [...logg], loghe: [...loghe], logc: [...logc], logn: [...logn], logo: [...logo] };
}
