import { END, START, surroundingsOf, type Rule, type Surroundings } from './rule.ts';

const LARGEST = 110;

/**
 * Matches words that are often near a Messier object. The letter and the number alone are not sufficient evidence, and
 * each of these words adds evidence.
 */
const DEEP_SKY =
  /\b(?:galax(?:y|ies)|clusters?|nebulae?|globulars?|Messier|Andromeda|Triangulum|Virgo|Local Group|AGNs?|jet|spirals?|ellipticals?|starbursts?|supernova remnant|black hole|bulge|satellites?|Whirlpool|Pinwheel|Crab|Orion|Pleiades|Praesepe|NGC|RR Lyr)/i;

/**
 * Matches words directly before or after the name. Numbers that are also subclasses of the spectral type M require one
 * of these words.
 */
const BESIDE_BEFORE = /\b(?:galax(?:y|ies)|clusters?|nebula|globulars?|remnant|Messier)(?: \w{2,12})? ?\(?$/i;
const BESIDE_AFTER =
  /^(?: ?\(?= ?NGC| ?\(NGC| ?, NGC|\*| (?:galaxy|(?:globular |open )?cluster(?! ?s)|nebula|globular|field|and M ?\d\d))/i;

/** Matches words before or after the names of models, runs and spectral types. */
const OTHER_BEFORE =
  /\b(?:models?|runs?|simulations?|types?|spectral|class(?:es)?|subtypes?|dwarfs?|giants?|method|machine|case|scenario|than|step|mass|tables?|matrix|mirror) ?\(?(?:M ?\d{1,3}(?:, | and |-| to ))?$|[-/=]$/i;
const OTHER_AFTER =
  /^(?:\.\d|\^|-?[VI]{1,3}\b|[e:±+]|-M ?\d| ?(?:V\b|dwarfs?|giants?|subdwarfs?|stars?|spectral|models?|runs?|types?|yr|pc|kpc|M_|☉|⊙|⊕|=|≈|<|>|±|×))/;

const NUMBER = new RegExp(`${START}(?:(Messier) |M[ -]?)([1-9]\\d{0,2})${END}`, 'g');

/** Maximum number of occurrences to examine for each number. More occurrences would hardly change the result. */
const MOST_JUDGED = 200;

/**
 * Returns the numbers that are Messier objects in a text. At least one occurrence, or the paper's title and keywords,
 * must show this. If a paper calls a model M1, only the written-out `Messier 1` is an object.
 */
export function shownObjects(text: string, subject: string): ReadonlySet<string> {
  const places = new Map<string, { judged: number; isObject: boolean; isOther: boolean; isNamed: boolean }>();
  for (const match of text.matchAll(NUMBER)) {
    const [whole, name, number = ''] = match;
    if (Number(number) > LARGEST) continue;
    const seen = places.get(number) ?? { judged: 0, isObject: false, isOther: false, isNamed: false };
    places.set(number, seen);
    seen.judged += 1;
    seen.isNamed ||= name !== undefined;
    if (seen.judged > MOST_JUDGED) continue;
    const around = surroundingsOf(text, match.index, whole.length);
    if (isOther(around)) seen.isOther = true;
    else seen.isObject ||= isConfirmed(number, around);
  }
  const subjects = new Set([...subject.matchAll(NUMBER)].map(([, , number]) => number));
  const shown = [...places].filter(
    ([number, { isObject, isOther, isNamed }]) => isNamed || (!isOther && (isObject || subjects.has(number))),
  );
  return new Set(shown.map(([number]) => number));
}

/**
 * Creates the rule for `M 31`, `M87` and `Messier 13`. The context must confirm the object, because 'M 1' may be a
 * model or a spectral type.
 */
export function messierObjects(shown: ReadonlySet<string>): Rule {
  return {
    pattern: NUMBER,
    read: ([, name, number = ''], around) =>
      shown.has(number) && (name !== undefined || !isOther(around))
        ? { designation: `M ${number}`, catalog: 'Messier' }
        : undefined,
  };
}

const isOther = ({ before, after }: Surroundings): boolean => OTHER_BEFORE.test(before) || OTHER_AFTER.test(after);

function isConfirmed(number: string, { before, after }: Surroundings): boolean {
  const isSubclass = number.length === 1;
  return isSubclass
    ? BESIDE_BEFORE.test(before) || BESIDE_AFTER.test(after)
    : DEEP_SKY.test(before) || DEEP_SKY.test(after);
}
