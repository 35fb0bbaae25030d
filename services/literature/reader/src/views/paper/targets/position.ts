const HOUR_DEG = 15;
const SIXTY = 60;

/** Formats a right ascension as `05 34 31.94` (hours, minutes and seconds of time). */
export function rightAscension(degrees: number): string {
  const turned = ((degrees % 360) + 360) % 360;
  return sexagesimal(turned / HOUR_DEG, { places: 2, wraps: 24 });
}

/** Formats a declination as `+22 00 52.2` (degrees, minutes and seconds of arc). */
export function declination(degrees: number): string {
  return `${degrees < 0 ? '−' : '+'}${sexagesimal(Math.abs(degrees), { places: 1 })}`;
}

/** Rounds before splitting, so that no part is ever 60. */
function sexagesimal(value: number, { places, wraps }: { readonly places: number; readonly wraps?: number }): string {
  const unit = 10 ** places;
  const total = Math.round(value * SIXTY * SIXTY * unit);
  const seconds = (total % (SIXTY * unit)) / unit;
  const minutes = Math.floor(total / (SIXTY * unit)) % SIXTY;
  const whole = Math.floor(total / (SIXTY * SIXTY * unit)) % (wraps ?? Infinity);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(whole)} ${two(minutes)} ${seconds.toFixed(places).padStart(places + 3, '0')}`;
}

/** Converts a parallax in milliarcseconds to a distance in parsecs. Returns undefined if it isn't positive. */
export function parsecs(parallaxMas: number | null): number | undefined {
  return parallaxMas === null || parallaxMas <= 0 ? undefined : 1_000 / parallaxMas;
}
