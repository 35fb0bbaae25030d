/** Physical constants in cgs, CODATA 2018 (Tiesinga et al. 2021, Rev. Mod. Phys. 93, 025010). */

/** Boltzmann constant, erg/K. */
export const BOLTZMANN = 1.380649e-16;
/** Planck constant, erg s. */
export const PLANCK = 6.62607015e-27;
/** Speed of light, cm/s. */
export const LIGHT_SPEED = 2.99792458e10;
/** Electron mass, g. */
export const ELECTRON_MASS = 9.1093837015e-28;
/** Atomic mass unit, g. */
export const ATOMIC_MASS_UNIT = 1.6605390666e-24;
/** Electron volt, erg. */
export const ELECTRON_VOLT = 1.602176634e-12;
/** Stefan-Boltzmann constant, erg/(cm^2 s K^4). */
export const STEFAN_BOLTZMANN = 5.670374419e-5;
/** Thomson cross-section, cm^2. */
export const THOMSON = 6.6524587321e-25;
/** Rydberg energy, eV. */
export const RYDBERG_EV = 13.605693122994;
