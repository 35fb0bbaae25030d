import { END, START, surroundingsOf, type Rule, type Surroundings } from './rule.ts';

const LARGEST = 110;

/** Words near a Messier object; any of them is the second sign that the letter and the number alone are not. */
const DEEP_SKY =
  /\b(?:galax(?:y|ies)|clusters?|nebulae?|globulars?|Messier|Andromeda|Triangulum|Virgo|Local Group|AGNs?|jet|spirals?|ellipticals?|starbursts?|supernova remnant|black hole|bulge|satellites?|Whirlpool|Pinwheel|Crab|Orion|Pleiades|Praesepe|NGC|RR Lyr)/i;

/** Right beside the name: wanted of the numbers that are subclasses of spectral type M as well. */
const BESIDE_BEFORE = /\b(?:galax(?:y|ies)|clusters?|nebula|globulars?|remnant|Messier)(?: \w{2,12})? ?\(?$/i;
const BESIDE_AFTER =
  /^(?: ?\(?= ?NGC| ?\(NGC| ?, NGC|\*| (?:galaxy|(?:globular |open )?cluster(?! ?s)|nebula|globular|field|and M ?\d\d))/i;

/** Models, runs and spectral types. */
const OTHER_BEFORE =
  /\b(?:models?|runs?|simulations?|types?|spectral|class(?:es)?|subtypes?|dwarfs?|giants?|method|machine|case|scenario|than|step|mass|tables?|matrix|mirror) ?\(?(?:M ?\d{1,3}(?:, | and |-| to ))?$|[-/=]$/i;
const OTHER_AFTER =
  /^(?:\.\d|\^|-?[VI]{1,3}\b|[e:±+]|-M ?\d| ?(?:V\b|dwarfs?|giants?|subdwarfs?|stars?|spectral|models?|runs?|types?|yr|pc|kpc|M_|☉|⊙|⊕|=|≈|<|>|±|×))/;

const NUMBER = new RegExp(`${START}(?:(Messier) |M[ -]?)([1-9]\\d{0,2})${END}`, 'g');

/** As many places of each number are judged: what they leave open the others leave open as well. */
const MOST_JUDGED = 200;

/**
 * The numbers of those Messier objects of a text that some place of it, or the words that describe it, show to be
 * some. Who calls a model M1 means it wherever M1 stands, unless the name is written out.
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
    else seen.isObject ||= hasSecondSign(number, around);
  }
  const subjects = new Set([...subject.matchAll(NUMBER)].map(([, , number]) => number));
  const shown = [...places].filter(
    ([number, { isObject, isOther, isNamed }]) => isNamed || (!isOther && (isObject || subjects.has(number))),
  );
  return new Set(shown.map(([number]) => number));
}

/** `M 31`, `M87`, `Messier 13`: with a second sign, since 'M 1' is a model or a spectral type as well. */
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

function hasSecondSign(number: string, { before, after }: Surroundings): boolean {
  const isSubclass = number.length === 1;
  return isSubclass
    ? BESIDE_BEFORE.test(before) || BESIDE_AFTER.test(after)
    : DEEP_SKY.test(before) || DEEP_SKY.test(after);
}
