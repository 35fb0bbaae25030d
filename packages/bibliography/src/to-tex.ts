/**
 * Commands that read, write or define something. The export removes them, because other people compile the entry on
 * their machines.
 */
export const REACHING_OUT =
  /\\(?:input|include|openin|openout|read|write|immediate|csname|catcode|def|edef|gdef|let|special)(?![a-zA-Z])/;

/** Converts text to TeX. Formulas are unchanged, and accented letters stay UTF-8. */
export function texOf(text: string): string {
  return outsideFormulas(text, plainTex);
}

/** Converts text that a person wrote to TeX. Outside formulas, text that looks like TeX is also escaped. */
export function literalTex(text: string): string {
  return outsideFormulas(text, (part) => part.replaceAll(SPECIAL, (sign) => SIGNS[sign] ?? `\\${sign}`));
}

const SPECIAL = /[\\~^{}&%#_$]/g;
const HAS_SPECIAL = new RegExp(SPECIAL.source);

function outsideFormulas(text: string, convert: (part: string) => string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  // Fast path: TeX would interpret nothing.
  if (!HAS_SPECIAL.test(plain)) return plain;
  return plain
    .split(/((?<!\\)\$[^$]+\$)/)
    .map((part, at) =>
      // At odd indices are the matches of the split pattern.
      at % 2 === 1 && isSound(part)
        ? part.replaceAll(/\\[^]|[%#&]/g, (sign) => (sign.length > 1 ? sign : `\\${sign}`))
        : convert(part),
    )
    .join('');
}

/** Returns whether the export may keep a formula unchanged. */
function isSound(formula: string): boolean {
  return isBalanced(formula) && !formula.endsWith('\\$') && !REACHING_OUT.test(formula);
}

const SIGNS: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
  '{': String.raw`\textbraceleft{}`,
  '}': String.raw`\textbraceright{}`,
};

/** Matches a command with an argument. The braces of the argument are TeX's. */
const WITH_ARGUMENT = /\\(?:[A-Za-z]+|["'`^~=.])\s?\{/;

/** Escapes characters that are special in TeX. Existing escapes and accents are unchanged. */
function plainTex(part: string): string {
  // BibTeX also counts escaped braces.
  const braces = isBalanced(part) ? (WITH_ARGUMENT.test(part) ? '' : '\\') : undefined;
  return part.replaceAll(/\\[&%#_$]|\\["'`^~=.](?:\{[A-Za-z]\}|[A-Za-z])|\\[A-Za-z]{2,}|[\\~^{}&%#_$]/g, (sign) => {
    if (REACHING_OUT.test(sign)) return `${SIGNS['\\'] ?? ''}${sign.slice(1)}`;
    if (sign.length > 1) return sign;
    if (braces !== undefined && (sign === '{' || sign === '}')) return `${braces}${sign}`;
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
