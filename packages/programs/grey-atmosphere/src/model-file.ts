import { STAGE_COUNT } from './elements.ts';
import type { GasState } from './ionisation.ts';
import type { SeedModel } from './structure.ts';

/** T, n_e and rho, which precede the populations of every depth. */
const STATE_COLUMNS = 3;
const PARAMETERS_PER_DEPTH = STATE_COLUMNS + STAGE_COUNT;
/** Values per line, as in the model files of Fortran codes. */
const PER_LINE = 6;
/** Smaller numbers are written as 0, because Fortran would drop the E of a three-digit exponent. */
const SMALLEST = 1e-99;

/** Formats a number as Fortran's 1PE16.8: 9 significant digits and a two-digit exponent, right-aligned. */
function fortran(value: number): string {
  const [digits = '0', exponent = '+0'] = (Math.abs(value) < SMALLEST ? 0 : value).toExponential(8).split('e');
  return `${digits}E${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`.padStart(16);
}

function lines(values: readonly number[]): string {
  let text = '';
  for (let start = 0; start < values.length; start += PER_LINE) {
    text += `${values
      .slice(start, start + PER_LINE)
      .map(fortran)
      .join('')}\n`;
  }
  return text;
}

/**
 * Formats a model as text: the number of depths and of parameters per depth, the column masses (g/cm^2), then for each
 * depth T (K), n_e (cm^-3), rho (g/cm^3) and the populations of all ionisation stages (cm^-3). The file does not
 * contain the parameters of the star.
 */
export function formatModel(mass: Float64Array, layers: readonly GasState[]): string {
  const header = `${String(mass.length).padStart(5)}${String(PARAMETERS_PER_DEPTH).padStart(5)}\n`;
  const depths = layers.map((gas) => lines([gas.temperature, gas.electrons, gas.density, ...gas.populations]));
  return header + lines([...mass]) + depths.join('');
}

export type ParsedModel =
  | { readonly kind: 'model'; readonly model: SeedModel }
  | { readonly kind: 'unusable'; readonly reason: string; readonly hasNan: boolean };

const unusable = (reason: string, hasNan = false): ParsedModel => ({ kind: 'unusable', reason, hasNan });

/** Parses a number. Fortran may write D for the exponent of a double. */
const numberOf = (token: string): number => Number(token.replace(/d/i, 'E'));

/**
 * Parses a model as `formatModel` writes it. Rejects any other text with a reason, because iterating from such a text
 * would give nonsense.
 */
export function parseModel(text: string): ParsedModel {
  const [depthToken = '', columnToken = '', ...tokens] = text.trim().split(/\s+/);
  const depths = Number(depthToken);
  const columns = Number(columnToken);
  if (!Number.isInteger(depths) || depths < 2 || !Number.isInteger(columns)) {
    return unusable('it does not begin with the number of depths and of parameters per depth');
  }
  if (columns !== PARAMETERS_PER_DEPTH) {
    return unusable(`it has ${columns} parameters per depth, but this engine writes ${PARAMETERS_PER_DEPTH}`);
  }
  const expected = depths * (1 + columns);
  if (tokens.length !== expected) return unusable(`it contains ${tokens.length} values instead of ${expected}`);
  const values = Float64Array.from(tokens, numberOf);
  if (!values.every(Number.isFinite)) return unusable('it contains values that are not finite numbers', true);
  const column = (index: number): Float64Array =>
    Float64Array.from({ length: depths }, (_, depth) => values[depths + depth * columns + index] ?? 0);
  const nuclei = Float64Array.from({ length: depths }, (_, depth) => {
    const start = depths + depth * columns;
    return values.subarray(start + STATE_COLUMNS, start + columns).reduce((sum, value) => sum + value, 0);
  });
  const mass = values.slice(0, depths);
  const model = { mass, temperature: column(0), electrons: column(1), density: column(2), nuclei };
  const isDescribed = [mass, model.temperature, model.electrons, model.density, nuclei].every((array) =>
    array.every((value) => value > 0),
  );
  const isOrdered = mass.every((value, depth) => depth === 0 || value > (mass[depth - 1] ?? 0));
  if (!isDescribed || !isOrdered)
    return unusable('its masses, temperatures or densities do not describe an atmosphere');
  return { kind: 'model', model };
}
