/** Returns the YAML of extra points that differ in temperature and gravity. */
export function extraPoints(...points: [teff: string, logg: string][]): string {
  const lines = points.map(
    ([teff, logg]) => `  - {teff: ${teff}, logg: ${logg}, loghe: -1.0, logc: -4.0, logn: -4.0, logo: -4.0}\n`,
  );
  return `extra_points:\n${lines.join('')}`;
}

export const nameAt = (teff: string, logg: string) => `t${teff}_g${logg}_he-1.0_c-4.0_n-4.0_o-4.0`;
