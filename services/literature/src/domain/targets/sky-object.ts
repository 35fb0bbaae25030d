import { latinLetter } from './greek.ts';
import { makeReadable } from './readable-text.ts';

/** An object as a name resolver describes it. */
export interface SkyObject {
  /** The same for every name of the object: the resolver's own number of it where there is one, else its main name. */
  readonly identity: string;
  /** Its main name at the resolver. */
  readonly canonicalName: string;
  /** ICRS, degrees. */
  readonly raDeg: number;
  readonly decDeg: number;
  /** The resolver's own short code: `dS*`, `G`. */
  readonly objectType: string | null;
  readonly spectralType: string | null;
  /** By band; null where none is known. */
  readonly magnitudes: Readonly<Record<string, number>> | null;
  readonly parallaxMas: number | null;
  readonly radialVelocityKms: number | null;
  readonly aliases: readonly string[];
  /** The database that knew it. */
  readonly resolver: string;
}

/** What a resolver says to a name. */
export interface Resolution {
  readonly object: SkyObject | undefined;
  /** False when a database that would have been preferred did not answer: it may know more another day. */
  readonly isFinal: boolean;
}

const DAY_SEC = 24 * 3_600;

/** For how long an answer stands. Positions hardly change; new names are added every day. */
export function freshSec({ object, isFinal }: Resolution): number {
  return object !== undefined && isFinal ? 90 * DAY_SEC : DAY_SEC;
}

/** A name as the resolver is asked for it: typographic signs and TeX made plain, a Greek letter by its abbreviation. */
export function plainName(text: string): string {
  const plain = makeReadable(text)
    .text.replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return plain.replace(
    /^([α-ω])([1-9]?) ?(?=[A-Za-z])/,
    (_, sign: string, index: string) => `${latinLetter(sign)}${index} `,
  );
}

/** A name without what may be written or left out: `HD 209458` is found as `hd209458`. */
export const searchableName = (name: string): string => plainName(name).toLowerCase().replaceAll(/\s+/g, '');
