/**
 * Divides each flux by the continuum: the upper convex hull of the spectrum in log wavelength and log flux, in which a
 * black body is concave. Returns null for fluxes that are missing or not positive.
 *
 * @param wavelengths ascending or equal
 */
export function normalised(
  wavelengths: readonly number[],
  fluxes: readonly (number | null)[],
): readonly (number | null)[] {
  const hull: (readonly [x: number, y: number])[] = [];
  for (const [index, flux] of fluxes.entries()) {
    const wavelength = wavelengths[index] ?? 0;
    if (flux === null || flux <= 0 || wavelength <= 0) continue;
    const point = [Math.log(wavelength), Math.log(flux)] as const;
    while (hull.length > 0 && isBelow(hull.at(-1)!, hull.at(-2), point)) hull.pop();
    hull.push(point);
  }
  let after = 1;
  return fluxes.map((flux, index) => {
    const wavelength = wavelengths[index] ?? 0;
    if (flux === null || flux <= 0 || wavelength <= 0) return null;
    const x = Math.log(wavelength);
    while (after < hull.length - 1 && hull[after]![0] < x) after += 1;
    const [left, right] = [hull[after - 1] ?? hull[0]!, hull[after] ?? hull[0]!];
    const share = right[0] === left[0] ? 1 : (x - left[0]) / (right[0] - left[0]);
    // The hull is above every flux, except for rounding errors.
    return Math.min(1, flux / Math.exp(left[1] + share * (right[1] - left[1])));
  });
}

type Place = readonly [x: number, y: number];

function isBelow(last: Place, before: Place | undefined, next: Place): boolean {
  if (before === undefined) return last[0] === next[0] && last[1] <= next[1];
  return (last[0] - before[0]) * (next[1] - before[1]) >= (last[1] - before[1]) * (next[0] - before[0]);
}
