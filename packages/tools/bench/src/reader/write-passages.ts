/** The words of a passage, about as many as in the service's passages. */
const PASSAGE_WORDS = 250;

const VOCABULARY = 100_000;

/**
 * How frequent words are: proportional to 1 / (rank + 2.7) (Mandelbrot 1953, 'An informational theory of the
 * statistical structure of language'). In any text, a hundred words make up half of the text, and half of all words
 * occur once.
 */
const MANDELBROT_SHIFT = 2.7;

/**
 * The share of words that follow their predecessor as in other passages. Some successors are more frequent than others,
 * so phrases recur. A few phrases occur everywhere.
 */
const CONTINUED = 0.5;
const SUCCESSORS = 1_000;

/** Passages of a paper share its subject: words that are rare elsewhere. */
const SUBJECTS = 400;
const SUBJECT_WORDS = 60;
const OF_SUBJECT = 0.1;

/**
 * Returns a writer of random texts that are the same in every run. The most common words come from the given text, in
 * their order. The other words are made up.
 */
export function passageWriter(text: string, passagesOfPaper: number): (number: number) => string {
  const words = vocabulary(text);
  const random = randomNumbers();
  const wordAt = ranksByFrequency(words.length);
  const successorAt = ranksByFrequency(SUCCESSORS);
  const subjects = Array.from({ length: SUBJECTS }, () =>
    Array.from({ length: SUBJECT_WORDS }, () => wordAt(random())),
  );
  return (number) => {
    const subject = subjects[Math.floor(number / passagesOfPaper) % SUBJECTS] ?? [];
    let rank = 0;
    const following = () => {
      const kind = random();
      if (kind < CONTINUED) return wordAt(fractionOf(rank * SUCCESSORS + successorAt(random())));
      return kind < CONTINUED + OF_SUBJECT ? (subject[Math.floor(random() * SUBJECT_WORDS)] ?? 0) : wordAt(random());
    };
    return Array.from({ length: PASSAGE_WORDS }, () => words[(rank = following())]).join(' ');
  };
}

function vocabulary(text: string): string[] {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[a-z]{2,}/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  const known = [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word);
  return [...known, ...Array.from({ length: VOCABULARY - known.length }, (_, place) => `q${spelled(place)}`)];
}

/**
 * Returns a linear congruential generator of numbers from 0 to 1 (Press et al., Numerical Recipes, 2nd ed., sect. 7.1).
 */
function randomNumbers(): () => number {
  let state = 1;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Returns an evenly distributed number from 0 to 1 for an integer (Knuth, TAOCP, vol. 3, sect. 6.4). */
function fractionOf(number: number): number {
  return (Math.imul(number + 1, 2_654_435_769) >>> 0) / 2 ** 32;
}

/**
 * Returns a function that maps evenly distributed numbers from 0 to 1 to ranks by Mandelbrot's law. It is the inverse
 * of the sum, approximated by an integral.
 */
function ranksByFrequency(count: number): (place: number) => number {
  const shift = MANDELBROT_SHIFT + 0.5;
  return (place) => Math.floor(shift * ((count + shift) / shift) ** place - shift);
}

/** Spells a number in letters, so that the stemmer and the parser treat it as a word. */
function spelled(number: number): string {
  return number.toString(26).replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
}
