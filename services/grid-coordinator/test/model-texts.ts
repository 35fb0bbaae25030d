import type { GridPointParams } from '@almagest/contracts/grid';

const DEPTHS = 5;

/** Formats a number like Fortran's 1PE16.8. */
function fortran(value: number): string {
  const [digits = '0', exponent = '+0'] = value.toExponential(8).split('e');
  return `${digits}E${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`.padStart(16);
}

/** Returns the temperature (K) at a depth: a power law of teff and gravity. */
export function temperatureAt({ teff, logg }: GridPointParams, depth: number): number {
  return teff * (0.8 + 0.1 * depth) * 10 ** (0.01 * logg);
}

/**
 * Builds a model file in the layout of the engines: number of depths and of values at each, column masses, then
 * temperature and density at each depth. `warmer` multiplies the temperatures.
 */
export function modelText(params: GridPointParams, { warmer = 1, depths = DEPTHS } = {}): string {
  const all = Array.from({ length: depths }, (_, depth) => depth);
  const masses = all.map((depth) => fortran(10 ** (depth - 4 - params.logg)));
  const layers = all.map((depth) =>
    [temperatureAt(params, depth) * warmer, 10 ** (depth - 12) / params.teff].map(fortran).join(''),
  );
  return `${String(depths).padStart(5)}    2\n${[masses.join(''), ...layers].join('\n')}\n`;
}
