import type { GridPointParams } from '@almagest/contracts/grid';

const DEPTHS = 5;

/** Fortran's 1PE16.8. */
function fortran(value: number): string {
  const [digits = '0', exponent = '+0'] = value.toExponential(8).split('e');
  return `${digits}E${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`.padStart(16);
}

/** The temperature of a depth, K: a power law of teff and gravity, so that its logarithm is linear in both axes. */
export function temperatureAt({ teff, logg }: GridPointParams, depth: number): number {
  return teff * (0.8 + 0.1 * depth) * 10 ** (0.01 * logg);
}

/**
 * A model's file in the layout of the engines: depths and parameters of each, column masses, then temperature and density
 * of each depth. `warmer`: a factor on its temperatures.
 */
export function modelText(params: GridPointParams, { warmer = 1, depths = DEPTHS } = {}): string {
  const all = Array.from({ length: depths }, (_, depth) => depth);
  const masses = all.map((depth) => fortran(10 ** (depth - 4 - params.logg)));
  const layers = all.map((depth) =>
    [temperatureAt(params, depth) * warmer, 10 ** (depth - 12) / params.teff].map(fortran).join(''),
  );
  return `${String(depths).padStart(5)}    2\n${[masses.join(''), ...layers].join('\n')}\n`;
}
