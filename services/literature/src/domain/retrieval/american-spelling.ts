/** Matches words that a rule may change. This expression rejects most words quickly. */
const CANDIDATE = /is|lys|our|re[ds]?$|grey|sulph|logue|mme|disc|ence|gement|alumini|artef|oeuvr|ageing/;

/** British endings and spellings, with the American form of each. */
const RULES: readonly (readonly [pattern: RegExp, american: string])[] = [
  [/isation(?=s?$)/, 'ization'],
  [/(?<=(?:ana|cata|electro|hydro|para|photo)l)ys(?=(?:e[drs]?|ing)$)/, 'yz'],
  [/(?<=(?:arm|behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|od|rig|rum|tum|vap|vig)o)ur/, 'r'],
  [/(?<=cent|fib|lit|lust|met|spect)re(?=s?$)/, 'er'],
  [/(?<=cent|fib)red$/, 'ered'],
  [/^grey/, 'gray'],
  [/^disc(?=s?$)/, 'disk'],
  [/(?<=(?:ana|cata|dia)log)ue(?=[ds]?$)/, ''],
  [/(?<=program)me(?=s?$)/, ''],
  [/(?<=def|off|pret)ence$/, 'ense'],
  [/sulph/, 'sulf'],
  [/aluminium/, 'aluminum'],
  [/artefact/, 'artifact'],
  [/manoeuvre?/, 'maneuver'],
  [/(?<=jud|acknowled)gement/, 'gment'],
  [/^ageing$/, 'aging'],
];

const ENDING = /(?<=[a-z]{2})is(?=(?:e[drs]?|ing|able)$)/;

/** Matches words that only seem to have a British ending, such as `precise`, `spanwise` and `surprised`. */
const OTHER_ENDING =
  /(?:^(?:adv|anyth|appra|ar|bru|chast|circumc|comprom|compr|conc|cru|dem|desp|dev|disgu|enterpr|exc|exerc|expert|franch|gu|imprec|improv|inc|merchand|mort|no|parad|po|pra|prec|prem|prom|ra|rev|superv|surm|surpr|telev|treat|upra)|w)is/;

/**
 * Replaces British spellings with American spellings, so that `ionisation` finds `ionization`. The text must be in
 * lower case.
 */
export function americanSpelling(text: string): string {
  return text.replaceAll(/[a-z]{4,}/g, (word) => (CANDIDATE.test(word) ? respell(word) : word));
}

function respell(word: string): string {
  const respelled = RULES.reduce((before, [pattern, american]) => before.replace(pattern, american), word);
  return OTHER_ENDING.test(word) ? respelled : respelled.replace(ENDING, 'iz');
}
