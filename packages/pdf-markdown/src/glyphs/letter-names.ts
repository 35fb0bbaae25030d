/** Adobe's names of text characters (Adobe Glyph List For New Fonts 1.7), except ASCII letters and accented letters. */
const NAMES = `! exclam " quotedbl # numbersign $ dollar % percent & ampersand ' quotesingle ( parenleft ) parenright
  * asterisk + plus , comma - hyphen . period / slash 0 zero 1 one 2 two 3 three 4 four 5 five 6 six 7 seven 8 eight 9 nine
  : colon ; semicolon < less = equal > greater ? question @ at [ bracketleft \\ backslash ] bracketright ^ asciicircum
  _ underscore \` grave { braceleft | bar } braceright ~ asciitilde ¡ exclamdown ¢ cent £ sterling ¤ currency ¥ yen
  ¦ brokenbar § section ¨ dieresis © copyright ª ordfeminine « guillemotleft ¬ logicalnot ® registered ¯ macron ° degree
  ± plusminus ² twosuperior ³ threesuperior ´ acute µ mu ¶ paragraph · periodcentered ¸ cedilla ¹ onesuperior
  º ordmasculine » guillemotright ¼ onequarter ½ onehalf ¾ threequarters ¿ questiondown Æ AE Ð Eth × multiply Ø Oslash
  Þ Thorn ß germandbls æ ae ð eth ÷ divide ø oslash þ thorn Đ Dcroat đ dcroat Ħ Hbar ħ hbar ı dotlessi Ĳ IJ ĳ ij Ł Lslash
  ł lslash Ŋ Eng ŋ eng Œ OE œ oe Ŧ Tbar ŧ tbar ƒ florin ˆ circumflex ˇ caron ˘ breve ˙ dotaccent ˚ ring ˛ ogonek ˜ tilde
  ˝ hungarumlaut ȷ dotlessj – endash — emdash ‘ quoteleft ’ quoteright ‚ quotesinglbase “ quotedblleft ” quotedblright
  „ quotedblbase † dagger ‡ daggerdbl • bullet … ellipsis ‰ perthousand ‹ guilsinglleft › guilsinglright ⁄ fraction € Euro
  ™ trademark − minus ff ff fi fi fl fl ffi ffi ffl ffl`;

const WORDS = NAMES.split(/\s+/);
const BY_NAME = new Map(WORDS.flatMap((name, i) => (i % 2 === 1 ? [[name, WORDS[i - 1] ?? '']] : [])));

const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circumflex: '\u0302',
  tilde: '\u0303',
  macron: '\u0304',
  breve: '\u0306',
  dotaccent: '\u0307',
  dieresis: '\u0308',
  ring: '\u030a',
  hungarumlaut: '\u030b',
  caron: '\u030c',
  commaaccent: '\u0326',
  cedilla: '\u0327',
  ogonek: '\u0328',
};

/**
 * Returns the text character with this glyph name. Returns undefined if the name is not the name of a letter, digit or
 * mark.
 */
export function letterOfName(name: string): string | undefined {
  if (/^[A-Za-z]$/.test(name)) return name;
  const [, letter = '', accent = ''] = /^([A-Za-z])([a-z]{4,12})$/.exec(name) ?? [];
  const mark = Object.hasOwn(ACCENTS, accent) ? ACCENTS[accent] : undefined;
  return mark === undefined ? BY_NAME.get(name) : (letter + mark).normalize();
}
