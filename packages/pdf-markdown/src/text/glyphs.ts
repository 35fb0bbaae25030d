// Pieces of tall brackets: one becomes the bracket, the others are dropped. Adobe's corporate use area, Symbol font.
const BRACKET_PIECES: Readonly<Record<string, string>> = {
  '\uf8eb': '(',
  '\uf8ee': '[',
  '\uf8f1': '{',
  '\uf8f6': ')',
  '\uf8f9': ']',
  '\uf8fc': '}',
};

// Delimiters of TeX's extensible font in the order of their codes (The TeXbook, appendix F, figure 5). Fonts without
// glyph names keep these codes.
const EXTENSIBLE = '()[]⌊⌋⌈⌉{}⟨⟩|‖/\\()()[]⌊⌋⌈⌉{}⟨⟩';

// eslint-disable-next-line no-control-regex -- control characters are what is sought
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad]/g;
const PRIVATE = /[\ue000-\uf8ff\ufffd]/g;

/** Characters that may need repair. Most words have none. */
const SUSPECT = /[^ -~]|\?/;

/** Replaces codes that represent no character by what is printed, or removes them. */
export function repairGlyphs(text: string, isMathFont: boolean): string {
  if (!SUSPECT.test(text)) return text;
  const kept = text.endsWith('\u00ad') ? `${text.slice(0, -1)}-` : text;
  return (
    kept
      .replace(CONTROL, (code) => (isMathFont ? (EXTENSIBLE[code.charCodeAt(0)] ?? '') : ''))
      // Computer Modern's math italic has a star at the code of the question mark.
      .replaceAll('?', isMathFont ? '⋆' : '?')
      .replace(PRIVATE, (code) => BRACKET_PIECES[code] ?? '')
      .replaceAll(/[\ufb00-\ufb06\u00b5\u2126]/g, (sign) => sign.normalize('NFKC'))
  );
}
