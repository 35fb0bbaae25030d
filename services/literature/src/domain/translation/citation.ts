/** Matches a surname with its particles: "van der Meer", "O'Dell", "Sbordone". */
const SURNAME = String.raw`(?:(?:de|van|von|der|den|la|le|di|da|del|dos) ){0,3}\p{Lu}[\p{L}'’-]{0,30}\p{Ll}`;
const LAST = String.raw`(?:,? (?:&|and) ${SURNAME}|,? et al\.?)`;
const TWO_OR_MORE = String.raw`${SURNAME}(?:, ${SURNAME}){0,8}${LAST}`;
const ONE_OR_MORE = String.raw`${SURNAME}(?:(?:, ${SURNAME}){0,8}${LAST})?`;
/** Matches a year with its letters: "1993", "2003a", "2003a,b". */
const YEAR = String.raw`(?:1[89]|20)\d{2}[a-z]?(?:,\s?[a-z](?![\p{L}\p{N}])){0,5}(?![\p{L}\p{N}])`;
const LINKED_YEAR = String.raw`\[[^[\]\n]{0,40}\]\(#bib`;

/**
 * Matches citations by author and year if their form alone shows that they are citations. A single name needs
 * parentheses, because "In March 2010" is not a citation. Names before a linked year belong to the link.
 */
const BY_AUTHOR = [
  new RegExp(String.raw`${TWO_OR_MORE}(?:,? ${YEAR}| \(${YEAR}\)|(?= \(${YEAR}))`, 'uy'),
  new RegExp(String.raw`${SURNAME} \(${YEAR}\)`, 'uy'),
  new RegExp(String.raw`(?<=[(;]\s?)${SURNAME},? ${YEAR}(?=[;,)])`, 'uy'),
  new RegExp(String.raw`${ONE_OR_MORE}(?:,? (?=${LINKED_YEAR})|(?= \(${LINKED_YEAR}))`, 'uy'),
];

/** Matches citations by number: "[12]", "[3, 5–7]". */
const BY_NUMBER = /\[\d{1,4}(?:\s?[,;–-]\s?\d{1,4}){0,40}\](?!\()/y;

/** Matches web and mail addresses, DOIs and preprint identifiers, without the full stop of the sentence. */
const ADDRESS = [
  /(?:https?|ftp):\/\/[!#-;=?-[\]_a-z~]{0,2000}[#-&*+\-/-9=@-Z_a-z~]/y,
  /www\.[a-z0-9-]{1,63}\.[!#-;=?-[\]_a-z~]{0,2000}[#-&*+\-/-9=@-Z_a-z~]/y,
  /[A-Za-z0-9][\w.+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}/y,
  /10\.\d{4,9}\/[!#-;=?-[\]_a-z~]{0,200}[#-&*+\-/-9=@-Z_a-z~]/y,
  /arXiv:\s?(?:\d{4}\.\d{4,5}|[a-z-]{2,20}(?:\.[A-Z]{2})?\/\d{7})(?:v\d{1,3})?/y,
];

/** Returns the length of the citation or address that begins at this position. Returns 0 if neither begins here. */
export function citationAt(text: string, at: number): number {
  const first = text.charAt(at);
  if (first === '[') return longest([BY_NUMBER], text, at);
  if (/[\p{L}\p{N}_]/u.test(text.charAt(at - 1)) || !/[\p{L}\p{N}]/u.test(first)) return 0;
  return longest(/[\p{Lu}dlv]/u.test(first) ? [...ADDRESS, ...BY_AUTHOR] : ADDRESS, text, at);
}

function longest(patterns: readonly RegExp[], text: string, at: number): number {
  let length = 0;
  for (const pattern of patterns) {
    pattern.lastIndex = at;
    length = Math.max(length, pattern.exec(text)?.[0].length ?? 0);
  }
  return length;
}
