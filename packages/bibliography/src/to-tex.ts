/**
 * Commands that read, write or define something. They are removed, because the entry is compiled on other people's
 * machines.
 */
export const REACHING_OUT =
  /\\(?:input|include|openin|openout|read|write|immediate|csname|catcode|def|edef|gdef|let|special)(?![a-zA-Z])/;

/** Converts text to TeX. Formulas are unchanged, and accented letters stay UTF-8. */
export function texOf(text: string): string {
  return outsideFormulas(text, plainTex);
}

/** Converts text written by a person to TeX. Outside of formulas, TeX-like text is escaped too. */
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
      // Odd indices are the matches of the split pattern.
      at % 2 === 1 && isSound(part)
        ? part.replaceAll(/\\[^]|[%#&]/g, (sign) => (sign.length > 1 ? sign : `\\${sign}`))
        : convert(part),
    )
    .join('');
}

/** Returns whether a formula may be kept unchanged. */
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

/** Matches a command with an argument, whose braces are TeX's. */
const WITH_ARGUMENT = /\\(?:[A-Za-z]+|["'`^~=.])\s?\{/;

/** Escapes characters that are special in TeX. Existing escapes and accents are unchanged. */
function plainTex(part: string): string {
  // BibTeX counts escaped braces too.
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
