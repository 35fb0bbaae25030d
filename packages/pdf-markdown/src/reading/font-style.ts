import { withoutTag } from '../glyphs/glyph-encodings.ts';

export interface FontStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly smallCaps: boolean;
  /** Whether the font has italic letters, symbols or extensible parts for formulas. */
  readonly math: boolean;
  /** Whether all glyphs have one width, as in fonts for code and addresses. */
  readonly mono: boolean;
}

export const PLAIN_FONT: FontStyle = { bold: false, italic: false, smallCaps: false, math: false, mono: false };

// In Computer Modern and its relatives (Latin Modern, European Computer Modern), the letters after the family name are
// the style.
const BOLD =
  /bold|medi(?!um)|black|heavy|demi|semibd|^(cm|lm|sf|ec)(bx|b[il]|b\d|ss?[bd]|s[ox]\d|xc|rb|mib|bsy)|-b$|tib$|^(?:r|t1)?[tp]xb(?:i|sc|sl|ss)?$|^lin(?:libertine|biolinum)t[bz]/i;
const ITALIC =
  /ital|obli|slant|kursiv|^(cm|lm|sf|ec)(ti|bxti|b[il]|sl|bxsl|ssi|ssq?i|s[io]\d|it|mi|mib)|rmi\d|-i$|-it$|(?:regular|bold|light|medium)it$|^(?:r|t1)?[tp]xb?(?:i|sl)$|^lin(?:libertine|biolinum)t[bz]?i/i;
const SMALL_CAPS = /^(cm|lm|sf|ec)(b?x?csc|xc|cc)|smallcap|smcp|caps|^(?:r|t1)?[tp]xb?sc$/i;
const MATH =
  /^(cm|lm|eu)?(mi|mib|sy|bsy|ex)\d|^(cm|lm)(mi|mib|sy|bsy|ex)|^(ms[ab]m|eu[fsrex]|rsfs|stmary|wasy|lasy|stix(?:siz|nonuni|int)|bbm|bbold|dsrom)|math|symbol|mtmi|mtsy|mtex|^(r?mtmi|mt2)|^[rp]?(tx|px)(mi|sy|ex|bmi|bsy)|^(rtx|rpx|ntx|npx)(mi|sy|ex|bmi)|^(txsy|txex|pxsy|pxex)|^fourier|^zpls|pazo|esint|^tex-math[abcx]|^r?(?:ntx|npx|newtx|newpx)b?(?:mi|sy|ex)|^[tp]xb?(?:mia|sy[abc]|exa)|^kp\w*-(?:-|light-m-)|^hfbr(?:mi|sy|as|bs)/i;
const MONO =
  /^(cm|lm|sf|ec)(tt|sltt|itt|tctt|vtt)|mono|courier|consol|typewriter|inconsolata|^t1x?tt|txtt|nimbusmon|^sftt/i;

/** Derives the style from a font name such as `ABCDEF+CMBX10` or `NimbusRomNo9L-MediItal`. */
export function fontStyle(postScriptName: string): FontStyle {
  const name = withoutTag(postScriptName);
  const mono = MONO.test(name);
  return {
    bold: BOLD.test(name),
    italic: ITALIC.test(name),
    smallCaps: SMALL_CAPS.test(name),
    math: !mono && MATH.test(name),
    mono,
  };
}
