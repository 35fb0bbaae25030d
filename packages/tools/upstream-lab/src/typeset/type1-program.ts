/** A font program in Adobe's Type 1 format whose glyphs are empty boxes. */
export interface Type1Program {
  /** The program as Latin-1, with one character per byte. */
  readonly bytes: string;
  /** The lengths of the program's parts, for the dictionary of its stream. */
  readonly entries: string;
}

// Keys of the encryption of Type 1 fonts (Adobe Type 1 Font Format, 7.1).
const EEXEC = 55_665;
const CHARSTRING = 4330;
const [C1, C2] = [52_845, 22_719];
const UNREAD = '\0\0\0\0';
/** `0 600 hsbw endchar`: 600 units wide. */
const EMPTY_GLYPH = String.fromCharCode(139, 248, 236, 13, 14);

/** Writes a program that names its glyphs by codes, like the fonts that TeX embeds. */
export function type1Program(fontName: string, names: ReadonlyMap<number, string>): Type1Program {
  const encoding = [...names].map(([code, name]) => `dup ${code} /${name} put`).join('\n');
  const clear = `%!PS-AdobeFont-1.0: ${fontName} 1
11 dict begin
/FontName /${fontName} def
/PaintType 0 def
/FontType 1 def
/FontMatrix [0.001 0 0 0.001 0 0] readonly def
/Encoding 256 array
0 1 255 {1 index exch /.notdef put} for
${encoding}
readonly def
/FontBBox {0 -250 1000 750} readonly def
currentdict end
currentfile eexec
`;
  const glyph = encrypt(UNREAD + EMPTY_GLYPH, CHARSTRING);
  const glyphs = ['.notdef', ...names.values()].map((name) => `/${name} ${glyph.length} RD ${glyph} ND\n`);
  const secret = `dup /Private 8 dict dup begin
/RD {string currentfile exch readstring pop} executeonly def
/ND {noaccess def} executeonly def
/NP {noaccess put} executeonly def
/BlueValues [] def
/password 5839 def
2 index /CharStrings ${glyphs.length} dict dup begin
${glyphs.join('')}end
end
readonly put
noaccess put
dup /FontName get exch definefont pop
mark currentfile closefile
`;
  const body = encrypt(UNREAD + secret, EEXEC);
  return { bytes: clear + body, entries: `/Length1 ${clear.length} /Length2 ${body.length} /Length3 0 ` };
}

function encrypt(plain: string, key: number): string {
  let state = key;
  return Array.from(plain, (sign) => {
    const cipher = sign.charCodeAt(0) ^ (state >> 8);
    state = ((cipher + state) * C1 + C2) & 0xff_ff;
    return String.fromCharCode(cipher);
  }).join('');
}
