import { latinLetter } from './greek.ts';
import { makeReadable } from './readable-text.ts';

/** An object in the form that name resolvers return. */
export interface SkyObject {
  /** Identifies the object under all its names. The value is the resolver's id, or else the main name. */
  readonly identity: string;
  /** The main name of the object in the resolver. */
  readonly canonicalName: string;
  /** Right ascension in the ICRS, in degrees. */
  readonly raDeg: number;
  readonly decDeg: number;
  /** The resolver's short code of the object type: `dS*`, `G`. */
  readonly objectType: string | null;
  readonly spectralType: string | null;
  /** Magnitudes by band. Null if unknown. */
  readonly magnitudes: Readonly<Record<string, number>> | null;
  readonly parallaxMas: number | null;
  readonly radialVelocityKms: number | null;
  readonly aliases: readonly string[];
  /** The database that knows the object. */
  readonly resolver: string;
}

/** The resolver's answer for a name. */
export interface Resolution {
  readonly object: SkyObject | undefined;
  /** False if a preferred database did not answer. A later lookup may return more. */
  readonly isFinal: boolean;
}

const DAY_SEC = 24 * 3_600;

/** Returns for how many seconds an answer is valid. Positions hardly change, but new names are added every day. */
export function freshSec({ object, isFinal }: Resolution): number {
  return object !== undefined && isFinal ? 90 * DAY_SEC : DAY_SEC;
}

/**
 * Converts a name to the resolver's form. This form has plain characters instead of typographic signs and TeX, and
 * abbreviations instead of Greek letters.
 */
export function plainName(text: string): string {
  // NFKC converts superscripts, the micro sign and wide characters to characters that the resolver knows.
  const plain = makeReadable(text.normalize('NFKC').replaceAll('—', '-'))
    .text.replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return plain.replace(
    /^([α-ω])([1-9]?) ?(?=[A-Za-z])/,
    (_, sign: string, index: string) => `${latinLetter(sign)}${index} `,
  );
}

/** Returns a name without optional characters, so that a search for `hd209458` finds `HD 209458`. */
export const searchableName = (name: string): string => plainName(name).toLowerCase().replaceAll(/\s+/g, '');
