import { ionNamed } from './ions.ts';
import type { Definitions } from './macro-definitions.ts';

/**
 * Astronomers' usual macro names for quantities and units. If a macro has arguments, its meaning contains `#1`. The
 * meaning is shown, because the rest of the paper doesn't say what the macro stands for.
 */
const FORMULAS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    teff: 'T_{\\rm eff}',
    Teff: 'T_{\\rm eff}',
    logg: '\\log g',
    feh: '[{\\rm Fe/H}]',
    FeH: '[{\\rm Fe/H}]',
    msun: 'M_{\\odot}',
    Msun: 'M_{\\odot}',
    msunyr: 'M_{\\odot}\\,{\\rm yr}^{-1}',
    Msunyr: 'M_{\\odot}\\,{\\rm yr}^{-1}',
    lsun: 'L_{\\odot}',
    Lsun: 'L_{\\odot}',
    rsun: 'R_{\\odot}',
    Rsun: 'R_{\\odot}',
    zsun: 'Z_{\\odot}',
    Zsun: 'Z_{\\odot}',
    Mdot: '\\dot{M}',
    mdot: '\\dot{M}',
    Mstar: 'M_{\\star}',
    mstar: 'M_{\\star}',
    Rstar: 'R_{\\star}',
    rstar: 'R_{\\star}',
    Lstar: 'L_{\\star}',
    mearth: 'M_{\\oplus}',
    Mearth: 'M_{\\oplus}',
    rearth: 'R_{\\oplus}',
    Rearth: 'R_{\\oplus}',
    mjup: 'M_{\\rm Jup}',
    Mjup: 'M_{\\rm Jup}',
    rjup: 'R_{\\rm Jup}',
    Rjup: 'R_{\\rm Jup}',
    Mvir: 'M_{\\rm vir}',
    mvir: 'M_{\\rm vir}',
    Rvir: 'R_{\\rm vir}',
    rvir: 'R_{\\rm vir}',
    vsini: 'v\\sin i',
    ebv: 'E(B-V)',
    EBV: 'E(B-V)',
    chisq: '\\chi^{2}',
    lcdm: '\\Lambda{\\rm CDM}',
    LCDM: '\\Lambda{\\rm CDM}',
    halpha: '{\\rm H}\\alpha',
    Halpha: '{\\rm H}\\alpha',
    ha: '{\\rm H}\\alpha',
    Ha: '{\\rm H}\\alpha',
    hbeta: '{\\rm H}\\beta',
    Hbeta: '{\\rm H}\\beta',
    Hb: '{\\rm H}\\beta',
    lya: '{\\rm Ly}\\alpha',
    Lya: '{\\rm Ly}\\alpha',
    kms: '\\rm km\\,s^{-1}',
    ergs: '\\rm erg\\,s^{-1}',
    ergcms: '\\rm erg\\,cm^{-2}\\,s^{-1}',
    percc: '\\rm cm^{-3}',
    mum: '\\mu{\\rm m}',
    um: '\\mu{\\rm m}',
    masyr: '\\rm mas\\,yr^{-1}',
    hMpc: 'h^{-1}\\,{\\rm Mpc}',
    ...Object.fromEntries(
      'pc kpc Mpc Gpc Myr Gyr keV MeV GeV TeV mas'.split(' ').map((unit) => [unit, `\\rm ${unit}`]),
    ),
    kmsMpc: '\\rm km\\,s^{-1}\\,Mpc^{-1}',
    hMsun: 'h^{-1}\\,M_{\\odot}',
    Omegam: '\\Omega_{\\rm m}',
    OmegaM: '\\Omega_{\\rm M}',
    OmegaL: '\\Omega_{\\Lambda}',
    ...Object.fromEntries('lsim simlt ltsim ltsima lta'.split(' ').map((relation) => [relation, '\\lesssim'])),
    ...Object.fromEntries('gsim simgt gtsim gtsima gta'.split(' ').map((relation) => [relation, '\\gtrsim'])),
    ...Object.fromEntries('knpqruvxyzABE'.split('').map((letter) => [`bf${letter}`, `\\boldsymbol{${letter}}`])),
    vect: '\\boldsymbol{#1}',
    avg: '\\langle #1\\rangle',
    mean: '\\langle #1\\rangle',
    pder: '\\frac{\\partial #1}{\\partial #2}',
    // Short names for the start and end of an environment.
    ...Object.fromEntries('be ee bea eea beq eeq nn'.split(' ').map((name) => [name, ''])),
  }),
);

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ie: 'i.e.',
    eg: 'e.g.',
    etal: 'et al.',
    cf: 'cf.',
    etc: 'etc.',
    sersic: 'Sérsic',
    Sersic: 'Sérsic',
    twomass: '2MASS',
    xmm: 'XMM-Newton',
    nustar: 'NuSTAR',
    ...Object.fromEntries(
      'HST JWST TESS WISE GALEX SDSS ALMA ROSAT'.split(' ').map((name) => [name.toLowerCase(), name]),
    ),
    ...Object.fromEntries(
      'Gaia Kepler Spitzer Herschel Planck Chandra Swift Fermi Hubble'
        .split(' ')
        .map((name) => [name.toLowerCase(), name]),
    ),
  }),
);

/** A macro with a name in capitals prints its name. */
const CAPITALS = /^[A-Z]{3,12}$/;

/**
 * Returns the text that a macro of this name usually prints, such as an ion, a survey or an abbreviation. The name
 * includes its backslash.
 */
export function customaryWords(macro: string): string | undefined {
  const name = macro.slice(1);
  return WORDS.get(name) ?? ionNamed(name) ?? (CAPITALS.test(name) && !FORMULAS.has(name) ? name : undefined);
}

/** The usual meanings of these macros in formulas. */
export const CUSTOMARY: Definitions = new Map([
  ...[...FORMULAS].map(([name, body]) => [`\\${name}`, definition(body)] as const),
  ...[...WORDS].map(([name, words]) => [`\\${name}`, definition(`\\text{${words}}`)] as const),
]);

function definition(body: string) {
  return { body, parameters: new Set(body.match(/#\d/g)).size, fallback: undefined };
}
