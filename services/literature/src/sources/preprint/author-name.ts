/** Words that belong to the surname after them. */
const PARTICLES = new Set(
  'da das de del della den der des di dos du la le st. ten ter van vanden vander von zu zum zur af bin ibn al'.split(
    ' ',
  ),
);

/** Words that join two surnames, as in `Ramón y Cajal`. */
const CONJUNCTIONS = new Set(['y', 'e', 'i']);

const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i;
const GROUP = /\b(?:collaboration|consortium|team|group|survey|project|network)\b/i;

/**
 * Converts a name to the catalog's form: `Adriaan van der Berg Jr.` becomes `van der Berg, Adriaan, Jr.`. Does not
 * convert names of collaborations.
 */
export function lastNameFirst(text: string): string {
  const plain = text
    .replaceAll(/\([^()]*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [name, generation] = plain.split(', ', 2);
  const isGeneration = SUFFIX.test(generation ?? '') && plain === `${name}, ${generation}`;
  if ((plain.includes(',') && !isGeneration) || GROUP.test(plain)) return plain;
  const words = plain.replace(',', '').split(' ');
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined;
  let from = words.length - 1;
  while (isParticle(words[from - 1] ?? '', from === 1)) from -= 1;
  if (from < 1) return plain;
  from = startOfCompound(words, from);
  const ordered = `${words.slice(from).join(' ')}, ${words.slice(0, from).join(' ')}`;
  return suffix === undefined ? ordered : `${ordered}, ${suffix}`;
}

/**
 * Returns the index of the word that begins a compound surname: `de la Fuente Marcos`, `in 't Zand`. A word in lower
 * case begins such a surname. `from` is the index of the last word that can begin the surname.
 */
function startOfCompound(words: readonly string[], from: number): number {
  if (/^\p{Ll}/u.test(words[0] ?? '')) return from;
  const start = words.findIndex((word, place) => place > 0 && place < from && /^['’]?\p{Ll}/u.test(word));
  if (start < 0) return from;
  const joined = words[start - 1] ?? '';
  return CONJUNCTIONS.has(words[start] ?? '') && start > 1 && !joined.endsWith('.') ? start - 1 : start;
}

/**
 * Returns whether a word is a particle. A capitalised word at the start of a name is a given name instead, as in `Al
 * Smith`.
 */
function isParticle(word: string, isFirst: boolean): boolean {
  return PARTICLES.has(isFirst ? word : word.toLowerCase());
}
