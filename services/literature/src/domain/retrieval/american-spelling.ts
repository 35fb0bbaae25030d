/** Matches words that a rule may change. Most words are rejected here. */
const CANDIDATE = /is|lys|our|re[ds]?$|grey|sulph|logue|mme|disc|ence|gement|alumini|artef|oeuvr|ageing/;

/** British endings and spellings, each with the American form. */
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

/** Beginnings of words with other endings: `precise`, `spanwise`, `surprised`. */
const OTHER_ENDING =
  /(?:^(?:adv|anyth|appra|ar|bru|chast|circumc|comprom|compr|conc|cru|dem|desp|dev|disgu|enterpr|exc|exerc|expert|franch|gu|imprec|improv|inc|merchand|mort|no|parad|po|pra|prec|prem|prom|ra|rev|superv|surm|surpr|telev|treat|upra)|w)is/;

/** Replaces British spellings by American ones in a text in lower case, so that `ionisation` finds `ionization`. */
export function americanSpelling(text: string): string {
  return text.replaceAll(/[a-z]{4,}/g, (word) => (CANDIDATE.test(word) ? respell(word) : word));
}

function respell(word: string): string {
  const respelled = RULES.reduce((before, [pattern, american]) => before.replace(pattern, american), word);
  return OTHER_ENDING.test(word) ? respelled : respelled.replace(ENDING, 'iz');
}
