import { latinLetter } from './greek.ts';
import { makeReadable } from './readable-text.ts';

/** An object in the form that name resolvers return. */
export interface SkyObject {
  /** The same for all names of the object: the resolver's id if there is one, otherwise its main name. */
  readonly identity: string;
  /** The main name in the resolver. */
  readonly canonicalName: string;
  /** ICRS, degrees. */
  readonly raDeg: number;
  readonly decDeg: number;
  /** The resolver's short code of the object type: `dS*`, `G`. */
  readonly objectType: string | null;
  readonly spectralType: string | null;
  /** By band. Null if none is known. */
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
  /** False if a preferred database did not answer, because it may know more later. */
  readonly isFinal: boolean;
}

const DAY_SEC = 24 * 3_600;

/** Returns for how many seconds an answer is valid. Positions hardly change, but new names are added every day. */
export function freshSec({ object, isFinal }: Resolution): number {
  return object !== undefined && isFinal ? 90 * DAY_SEC : DAY_SEC;
}

/**
 * Converts a name to the resolver's form: plain characters instead of typographic signs and TeX, and abbreviated Greek
 * letters.
 */
export function plainName(text: string): string {
  // Superscripts, the micro sign and wide characters become the characters that the resolver knows.
  const plain = makeReadable(text.normalize('NFKC').replaceAll('—', '-'))
    .text.replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return plain.replace(
    /^([α-ω])([1-9]?) ?(?=[A-Za-z])/,
    (_, sign: string, index: string) => `${latinLetter(sign)}${index} `,
  );
}

/** Returns a name without optional characters, so that `HD 209458` is found as `hd209458`. */
export const searchableName = (name: string): string => plainName(name).toLowerCase().replaceAll(/\s+/g, '');
