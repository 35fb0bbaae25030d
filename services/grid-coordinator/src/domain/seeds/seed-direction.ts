import { AXES, type Axis, type GridPointParams } from '@almagest/contracts/grid';
import { coordinate, type SeedMetric } from './seed-distance.ts';

/** Differences below this many grid steps are rounding errors. */
const SAME_PLACE = 1e-6;

/**
 * The direction of a seed that has the same parameters as its point, for example a seed from another workflow or an
 * import.
 */
export const SAME_PARAMETERS = '=';

/** Marks a structure that was interpolated between models on both sides of the point. */
export const INTERPOLATED = 'interpolated';

/**
 * Returns the direction from a point to its seed: the axes in which the two differ, in the order of `AXES`, each with
 * `-` if the seed's value is lower and `+` if it is higher. For example, `teff- loghe+` is cooler and has more helium.
 */
export function seedDirection(seed: GridPointParams, point: GridPointParams, { steps }: SeedMetric): string {
  const parts = AXES.flatMap((axis) => {
    const delta = (coordinate(axis, seed[axis]) - coordinate(axis, point[axis])) / steps[axis];
    return Math.abs(delta) < SAME_PLACE ? [] : [`${axis}${delta < 0 ? '-' : '+'}`];
  });
  return parts.length === 0 ? SAME_PARAMETERS : parts.join(' ');
}

const ADJECTIVES: Partial<Readonly<Record<string, string>>> = { 'teff-': 'cooler', 'teff+': 'hotter' };

const SUBJECTS: Partial<
  Readonly<Record<Axis, { readonly noun: string; readonly lower: string; readonly higher: string }>>
> = {
  logg: { noun: 'gravity', lower: 'of lower', higher: 'of higher' },
  loghe: { noun: 'helium', lower: 'with less', higher: 'with more' },
  logc: { noun: 'carbon', lower: 'with less', higher: 'with more' },
  logn: { noun: 'nitrogen', lower: 'with less', higher: 'with more' },
  logo: { noun: 'oxygen', lower: 'with less', higher: 'with more' },
};

/** Describes a direction in words: `a cooler seed with more helium`. An unknown direction is `a seed`. */
export function directionInWords(direction: string | null): string {
  if (direction === null || direction === '') return 'a seed';
  if (direction === SAME_PARAMETERS) return 'a seed with the same parameters';
  if (direction === INTERPOLATED) return 'an interpolated seed';
  const parts = direction.split(' ');
  const adjectives = parts.flatMap((part) => ADJECTIVES[part] ?? []);
  const properties = parts.flatMap((part) => {
    const subject = SUBJECTS[part.slice(0, -1) as Axis];
    return subject === undefined ? [] : [`${part.endsWith('-') ? subject.lower : subject.higher} ${subject.noun}`];
  });
  return [['a', ...adjectives, 'seed'].join(' '), properties.join(' and ')].filter((text) => text !== '').join(' ');
}
