/** Abbreviations that end in a full stop. They are listed in lower case and without the stop. */
const ABBREVIATIONS = new Set(
  (
    'al approx app appl astron astrophys ca cf ch chap co col dec dept dr ed eds e.g eq eqn eqns eqs et etc fig figs i.e inc ' +
    'j jr lett ltd mr mrs ms mt no nos nr obs p phys pp prof ref refs resp sci sec sect sects secs ser soc st sw tab tabs ' +
    'temp univ viz vol vols vs'
  ).split(' '),
);

const END = /[.!?]["'”’)\]]*\s+(?=["'“‘([]*[\p{Lu}\p{N}$\\])/gu;

/**
 * Splits a text into sentences. Joined with single blanks, the sentences are the text with normalised blanks. Formulas
 * between dollar signs, initials and the usual abbreviations of papers do not end a sentence.
 */
export function splitSentences(text: string): string[] {
  const tidy = text.replaceAll(/\s+/g, ' ').trim();
  const sentences: string[] = [];
  let start = 0;
  let seen = 0;
  let inFormula = false;
  for (const match of tidy.matchAll(END)) {
    inFormula = inFormula !== hasOddDollars(tidy.slice(seen, match.index));
    seen = match.index;
    const end = match.index + match[0].length;
    if (inFormula || isAbbreviation(tidy.slice(start, match.index + 1))) continue;
    sentences.push(tidy.slice(start, end).trimEnd());
    start = end;
  }
  if (start < tidy.length) sentences.push(tidy.slice(start));
  return sentences;
}

function hasOddDollars(text: string): boolean {
  return (text.match(/(?<!\\)\$/g)?.length ?? 0) % 2 === 1;
}

function isAbbreviation(sentence: string): boolean {
  if (!sentence.endsWith('.')) return false;
  const [last = '', before = ''] = sentence.slice(-60, -1).split(/\s/).toReversed();
  const word = last.replace(/^["'“‘([]+/, '');
  if (ABBREVIATIONS.has(word.toLowerCase()) || /^(?:\p{Lu}\.-?)+\p{Lu}$/u.test(word)) return true;
  // A single letter is an initial, unless it is the unit after a number: `at 6540 K.`
  return /^\p{Lu}$/u.test(word) && !/[\d$)}]$/.test(before);
}
