const TEXT_SPECIALS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash ',
  '^': '\\textasciicircum ',
  '~': '\\textasciitilde ',
};

/** Escapes words within a formula. */
export function texText(words: string): string {
  const escaped = words.replace(/[\\^~{}%$#&_]/g, (special) => TEXT_SPECIALS[special] ?? `\\${special}`);
  return `\\text{${escaped.replace(/</g, '\\(\\lt\\)').replace(/\n/g, ' ')}}`;
}
