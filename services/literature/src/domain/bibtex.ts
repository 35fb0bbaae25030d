/** The data of a BibTeX entry. */
export interface CitedPreprint {
  readonly bibcode: string;
  readonly title: string;
  /** As `Last, First`. */
  readonly authors: readonly string[];
  readonly year: string;
  readonly pub_journal: string;
  readonly keywords: readonly string[];
  readonly doi: string;
  readonly preprint_id: string;
}

/** The journal field of a paper that is only a preprint. */
const UNPUBLISHED = 'arXiv e-prints';

/** An archive of the preprint server, with its subject class: `astro-ph.SR`, `hep-th`. */
const CATEGORY = /^[a-z]{2,8}(?:-[a-z]{2,4})?(?:\.[A-Za-z-]{2,12})?$/;

/**
 * The entry of a preprint that the catalog does not know, with the fields that the preprint server's own exports have
 * (`eprint`, `archivePrefix`, `primaryClass`). Its key is the paper's code, as it is in the catalog's entries.
 */
export function bibtexOf(paper: CitedPreprint): string {
  const [category = ''] = paper.keywords;
  const fields: readonly (readonly [string, string])[] = [
    ['author', paper.authors.map(authorOf).join(' and ')],
    ['title', paper.title === '' ? '' : `{${texOf(paper.title)}}`],
    ['year', /^\d{4}$/.test(paper.year) ? paper.year : ''],
    ['eprint', paper.preprint_id],
    ['archivePrefix', 'arXiv'],
    ['primaryClass', CATEGORY.test(category) ? category : ''],
    ['doi', /^[^\s{}%\\]+$/.test(paper.doi) ? paper.doi : `10.48550/arXiv.${paper.preprint_id}`],
    ['note', paper.pub_journal === UNPUBLISHED ? '' : texOf(paper.pub_journal)],
  ];
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `${name.padStart(13)} = {${value}}`);
  return `@misc{${paper.bibcode},\n${lines.join(',\n')}\n}\n`;
}

/** Braces keep particles and whole names of collaborations together. */
function authorOf(name: string): string {
  const [last = '', ...first] = name.split(',');
  const given = texOf(first.join(',').trim());
  return given === '' ? `{${texOf(last.trim())}}` : `{${texOf(last.trim())}}, ${given}`;
}

/**
 * Commands that read, write or define. An entry is compiled on the machine of whoever cites it, so they are removed.
 */
const REACHING_OUT =
  /\\(?:input|include|openin|openout|read|write|immediate|csname|catcode|def|edef|gdef|let|special)\b/;

/** Converts text to TeX. Formulas are unchanged, and letters with accents stay UTF-8. */
export function texOf(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain
    .split(/((?<!\\)\$[^$]+\$)/)
    .map((part) =>
      isFormula(part)
        ? part.replaceAll(/\\[^]|[%#&]/g, (sign) => (sign.length > 1 ? sign : `\\${sign}`))
        : plainTex(part),
    )
    .join('');
}

function isFormula(part: string): boolean {
  return (
    part.length > 2 &&
    part.startsWith('$') &&
    part.endsWith('$') &&
    isBalanced(part) &&
    !part.endsWith('\\$') &&
    !REACHING_OUT.test(part)
  );
}

const SIGNS: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
  '{': String.raw`\textbraceleft{}`,
  '}': String.raw`\textbraceright{}`,
};

/** Escapes characters that are special in TeX. Existing escapes and accents are unchanged. */
function plainTex(part: string): string {
  const keepsBraces = isBalanced(part);
  return part.replaceAll(/\\[&%#_$]|\\["'`^~=.](?:\{[A-Za-z]\}|[A-Za-z])|[\\~^{}&%#_$]/g, (sign) => {
    if (sign.length > 1 || (keepsBraces && (sign === '{' || sign === '}'))) return sign;
    return SIGNS[sign] ?? `\\${sign}`;
  });
}

/** Counts braces as BibTeX does: a backslash does not escape them. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
