/** Words that belong to the surname that follows. */
const PARTICLES = new Set(
  'da das de del della den der des di dos du la le st. ten ter van vanden vander von zu zum zur af bin ibn al'.split(
    ' ',
  ),
);

/** These are particles in lower case only, because they are also surnames. */
const LOWER_CASE_PARTICLES = new Set([...PARTICLES, 'do', 'dal', 'dalla']);

const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i;
const GROUP = /\b(?:collaboration|consortium|team|group|survey|project|network)\b/i;

/**
 * Converts a name to the catalog's form: `Adriaan van der Berg Jr.` becomes `van der Berg, Adriaan, Jr.`. Names of
 * collaborations stay.
 */
export function lastNameFirst(name: string): string {
  const plain = name
    .replaceAll(/\([^()]*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain.includes(',') || GROUP.test(plain)) return plain;
  const words = plain.split(' ');
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined;
  let from = words.length - 1;
  while (isParticle(words[from - 1] ?? '', from === 1)) from -= 1;
  if (from < 1) return plain;
  // A particle in lower case begins a compound surname: `de la Fuente Marcos`.
  const particle = words.findIndex((word, place) => place > 0 && place < from && LOWER_CASE_PARTICLES.has(word));
  if (particle > 0) from = particle;
  const ordered = `${words.slice(from).join(' ')}, ${words.slice(0, from).join(' ')}`;
  return suffix === undefined ? ordered : `${ordered}, ${suffix}`;
}

/** A capitalised word at the start of a name is a given name: `Al Smith`. */
function isParticle(word: string, isFirst: boolean): boolean {
  return PARTICLES.has(isFirst ? word : word.toLowerCase());
}
