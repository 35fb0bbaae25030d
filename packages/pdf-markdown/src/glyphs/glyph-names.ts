import { signOfCommand } from '../tex/signs.ts';
import { letterOfName } from './letter-names.ts';
import { glyphOfCode, type Encoding } from './glyph-encodings.ts';

/** The printed text that a glyph name stands for. */
export interface NamedGlyph {
  readonly text: string;
  /** The glyph's code in TeX's extensible font. */
  readonly extensible?: number;
}

/**
 * Glyph names of TeX's fonts, by code, that are not in Adobe's glyph list. Fonts with other codes (txfonts, kpfonts,
 * fourier) use the same names.
 *
 * Sources: AMSFonts in Type 1 format (Blue Sky Research, Y&Y and the AMS): CMSY, CMEX, MSAM and MSBM.
 */
const NAMES: Readonly<Partial<Record<Encoding, string>>> = {
  OMS: `minus periodcentered multiply asteriskmath divide diamondmath plusminus minusplus circleplus circleminus
    circlemultiply circledivide circledot circlecopyrt openbullet bullet equivasymptotic equivalence reflexsubset
    reflexsuperset lessequal greaterequal precedesequal followsequal similar approxequal propersubset propersuperset
    lessmuch greatermuch precedes follows arrowleft arrowright arrowup arrowdown arrowboth arrownortheast arrowsoutheast
    similarequal arrowdblleft arrowdblright arrowdblup arrowdbldown arrowdblboth arrownorthwest arrowsouthwest
    proportional prime infinity element owner triangle triangleinv negationslash mapsto universal existential logicalnot
    emptyset Rfractur Ifractur latticetop perpendicular aleph ${'- '.repeat(26)}union intersection unionmulti logicaland
    logicalor turnstileleft turnstileright floorleft floorright ceilingleft ceilingright braceleft braceright
    angbracketleft angbracketright bar bardbl arrowbothv arrowdblbothv backslash wreathproduct radical coproduct nabla
    integral unionsq intersectionsq subsetsqequal supersetsqequal section dagger daggerdbl paragraph club diamond heart
    spade`,
  OMX: `parenleftbig parenrightbig bracketleftbig bracketrightbig floorleftbig floorrightbig ceilingleftbig
    ceilingrightbig braceleftbig bracerightbig angbracketleftbig angbracketrightbig vextendsingle vextenddouble slashbig
    backslashbig parenleftBig parenrightBig parenleftbigg parenrightbigg bracketleftbigg bracketrightbigg floorleftbigg
    floorrightbigg ceilingleftbigg ceilingrightbigg braceleftbigg bracerightbigg angbracketleftbigg angbracketrightbigg
    slashbigg backslashbigg parenleftBigg parenrightBigg bracketleftBigg bracketrightBigg floorleftBigg floorrightBigg
    ceilingleftBigg ceilingrightBigg braceleftBigg bracerightBigg angbracketleftBigg angbracketrightBigg slashBigg
    backslashBigg slashBig backslashBig parenlefttp parenrighttp bracketlefttp bracketrighttp bracketleftbt
    bracketrightbt bracketleftex bracketrightex bracelefttp bracerighttp braceleftbt bracerightbt braceleftmid
    bracerightmid braceex arrowvertex parenleftbt parenrightbt parenleftex parenrightex angbracketleftBig
    angbracketrightBig unionsqtext unionsqdisplay contintegraltext contintegraldisplay circledottext circledotdisplay
    circleplustext circleplusdisplay circlemultiplytext circlemultiplydisplay summationtext producttext integraltext
    uniontext intersectiontext unionmultitext logicalandtext logicalortext summationdisplay productdisplay
    integraldisplay uniondisplay intersectiondisplay unionmultidisplay logicalanddisplay logicalordisplay coproducttext
    coproductdisplay hatwide hatwider hatwidest tildewide tildewider tildewidest bracketleftBig bracketrightBig
    floorleftBig floorrightBig ceilingleftBig ceilingrightBig braceleftBig bracerightBig radicalbig radicalBig
    radicalbigg radicalBigg radicalbt radicalvertex radicaltp arrowvertexdbl arrowtp arrowbt bracehtipdownleft
    bracehtipdownright bracehtipupleft bracehtipupright arrowdbltp arrowdblbt`,
  MSA: `squaredot squareplus squaremultiply square squaresolid squaresmallsolid - diamondsolid clockwise anticlockwise
    harpoonleftright harpoonrightleft squareminus forces forcesbar satisfies dblarrowheadright dblarrowheadleft
    dblarrowleft dblarrowright dblarrowup dblarrowdwn harpoonupright harpoondownright harpoonupleft harpoondownleft
    arrowtailright arrowtailleft arrowparrleftright arrowparrrightleft shiftleft shiftright squiggleright
    squiggleleftright curlyleft curlyright circleequal followsorequal greaterorsimilar greaterorapproxeql multimap
    therefore because equalsdots defines precedesorequal lessorsimilar lessorapproxeql equalorless equalorgreater
    equalorprecedes equalorfollows precedesorcurly lessdblequal lessorequalslant lessorgreater primereverse axisshort
    equaldotrightleft equaldotleftright followsorcurly greaterdblequal greaterorequalslant greaterorless squareimage
    squareoriginal triangleright triangleleft trianglerightequal triangleleftequal star between triangledownsld
    trianglerightsld triangleleftsld arrowaxisright arrowaxisleft - trianglesolid - ringinequal lessequalgreater
    greaterlessequal lessdbleqlgreater greaterdbleqlless Yen arrowtripleright arrowtripleleft check orunderscore nand
    perpcorrespond angle measuredangle sphericalangle proportional smile frown subsetdbl supersetdbl uniondbl
    intersectiondbl uprise downfall multiopenleft multiopenright subsetdblequal supersetdblequal difference
    geomequivalent muchless muchgreater rightanglenw rightanglene circleR circleS fork dotplus revsimilar
    revasymptequal rightanglesw rightanglese maltesecross complement intercal circlering circleasterisk -`,
  MSB: `lessornotequal greaterornotequal notlessequal notgreaterequal notless notgreater notprecedes notfollows
    lessornotdbleql greaterornotdbleql notlessorslnteql notgreaterorslnteql lessnotequal greaternotequal
    notprecedesoreql notfollowsoreql precedeornoteqvlnt followornoteqvlnt lessornotsimilar greaterornotsimilar
    notlessdblequal notgreaterdblequal precedenotslnteql follownotslnteql precedenotdbleqv follownotdbleqv
    lessnotdblequal greaternotdblequal notsimilar notapproxequal upslope downslope notsubsetoreql notsupersetoreql
    notsubsetordbleql notsupersetordbleql subsetornotdbleql supersetornotdbleql subsetornoteql supersetornoteql
    subsetnoteql supersetnoteql notsubseteql notsuperseteql notparallel notbar notshortbar notshortparallel notturnstile
    notforces notsatisfies notforcesextra nottriangeqlright nottriangeqlleft nottriangleleft nottriangleright
    notarrowleft notarrowright notdblarrowleft notdblarrowright notdblarrowboth notarrowboth dividemultiply -
    notexistential ${'- '.repeat(26)}- - - - - Finv Gmir - - - - Omegainv eth equalorsimilar beth gimel daleth lessdot
    greaterdot multicloseleft multicloseright barshort parallelshort integerdivide - - approxorequal followsorequal
    precedesorequal archleftdown archrightdown Digamma - - planckover2pi planckover2pi1 epsiloninv`,
};

/**
 * Other names, each after the text that its glyph prints.
 *
 * Sources: Young Ryu, txfonts (txsyc, txexa); M. Sharpe, newtx; M. Vogel, marvosym; A. Kielhorn, wasysym; S. Egli and
 * others, Fourier-GUTenberg; A. Zeidler, MnSymbol.
 */
const OTHERS = `↤ mapsfrom ⤇ Mapsto ⤆ Mapsfrom ∥ parallel1 ∦ nparallel ∦ nparallel1 ⩰ approxequal1 ∷≈ coloncolonapprox ∷∼ coloncolonsim
  :≈ colonapprox :∼ colonsim ≐ doteq ⟜ multimapinv ⧟ multimapboth ⊫ forcesextra ≅ simequal ⪳ precedesordblequal
  ⪴ followsordblequal ≾̸ notprecedesorsimilar ≿̸ notfollowsorsimilar ≴ notlessorsimilar ≵ notgreaterorsimilar ⪅̸ notlessorapproxeql
  ⪆̸ notgreaterorapproxeql ⋠ notprecedesorcurly ⋡ notfollowsorcurly ≹ notgreaterorless ≸ notlessorgreater ≏̸ notdifference
  ≎̸ notgeomequivalent ∽̸ notrevsimilar ⋍̸ notrevasymptequal ≠ nequal ≭ nequivasymptotic ≢ nequivalence ≁ nsimilar ≉ napproxequal
  ⊄ npropersubset ⊅ npropersuperset ≪̸ nlessmuch ≫̸ ngreatermuch ≉ notapproxequal ≊̸ notapproxorequal ⪸̸ notfollowsorequal
  ⪷̸ notprecedesorequal ⪳̸ notprecedesordblequal ⪴̸ notfollowsordblequal ≄ nsimilarequal ∉ nelement ∌ nowner ⋐̸ notsubsetdbl
  ⋑̸ notsupersetdbl ⋢ nsubsetsqequal ⋣ nsupersetsqequal ≔ colonequal ≕ equalcolon ⩴ Colonequal ⥽ strict ⥼ strictinverse ⅋ ampersandinv
  ⟅ lbag ⟆ rbag ⧀ oless ⧁ ogreater ⦶ circlebar ⦸ circlebackslash ♢ Diamond ⧫ Diamondsolid ⩀ intersectmulti ⊏̸ notsquareimage
  ⊐̸ notsquareoriginal ⇠ dashedarrowleft ⇢ dashedarrowright ⇜ squiggleleft ⧆ squareasterisk ⧅ squarebackslash ◫ squarebar ⧄ squareslash
  ƛ lambdabar ƛ lambdaslash ♣ club1 ♢ diamond1 ♡ heart1 ♠ spade1 ⇗ Arrownortheast ⇘ Arrowsoutheast ⇖ Arrownorthwest ⇙ Arrowsouthwest
  ⫪ Latticetop ⫫ Perpendicular ⇝ leadsto ⟦ dblbracketleft ⟧ dblbracketright ⟦ bracketdoubleleft ⟧ bracketdoubleright
  ∐ coproductdisplay ∯ dblcontintegtext ∯ dblcontintegdisplay ∳ cntrclckwcontintegtext ∳ cntrclckwcontintegdisplay ∲ clckwcontintegtext
  ∲ clckwcontintegdisplay ⨖ squarecontintegtext ⨖ squarecontintegdisplay ∬ iintegtext ∬ iintegdisplay ∭ iiintegtext ∭ iiintegdisplay
  ⨌ iiiintegtext ⨌ iiiintegdisplay ∰ tplcontintegtext ∰ tplcontintegdisplay ⨏ fIntegraltext ⨏ fIntegraldisplay ⨆ unionsqdisplay
  ⨅ intersectionsqtext ⨅ intersectionsqdisplay ∬ integraltextdouble ∬ integraldisplaydouble ∭ integraltexttriple
  ∭ integraldisplaytriple ∯ cintegraltextdouble ∯ cintegraldisplaydouble ⨍ slashintegraltext ⨍ slashintegraldisplay
  ϵ epsilon1 ϖ pi1 ϱ rho1 g g1 y y1 v v1 w w1 ⋅ dotmath ⊤ transpose ⊹ hermitconj ∄ nexists ∄ notexists ≢ nequivalent
  \u20d7 vec \u20d7 vector \u20d6 lvec \u0307 dotacc \u0308 ddotacc \u20db dddotacc \u20dc ddddotacc \u0361 tie ⟨ angleleft ⟩ angleright
  ℜ Rfraktur ℑ Ifraktur ⩽̸ notleqslant ⩾̸ notgeqslant ∤ notdivides ⋯ ellipsiscentered ⋱ ellipsisdiagonal
  ☉ Sun ☉ sun ☉ astrosun ☿ Mercury ☿ mercury ♀ Venus ♀ venus ⊕ Earth ⊕ earth ♁ varEarth ♂ Mars ♂ mars ♃ Jupiter ♃ jupiter ♄ Saturn
  ♄ saturn ♅ Uranus ♅ uranus ♆ Neptune ♆ neptune ♆ neptun ♇ Pluto ♇ pluto ☽ Moon ☾ leftmoon ☽ rightmoon ♈ Aries ♈ aries ♀ FEMALE ♂ MALE
  ⎯ bracehext − horizontal.x − leftrightline = Leftrightline ⟋ neswline ⟍ nwseline ∘ circle ∙ blackcircle ⋄ diamonddot ♀ Female ♂ Male ☊ ascnode ☋ descnode ☌ conjunction ☍ opposition ≲ apprle ≳ apprge ⌀ diameter ⌀ invdiameter ↯ Lightning ↯ lightning`;

/** Names of letters whose alphabet is only in the name: `bbA` of txmia. */
const BLACKBOARD = /^(?:bb([A-Zk])|([A-Z])bbb)$/;
/**
 * MathDesign numbers its bracket sizes. It has twice as many sizes as TeX: its `parenleftbig5` is TeX's
 * `parenleftbigg`.
 */
const BY_STEP = /^([a-z]+)big([1-7])$/;
const STEPS = ['', 'big', 'big', 'Big', 'Big', 'bigg', 'bigg'];
/**
 * Names of parts of parentheses and of accents that exceed Computer Modern's sizes (M. Sharpe, newtx: txexs), mapped to
 * the names above.
 */
const LIKE_OTHERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['lefttp', 'righttp', 'leftbt', 'rightbt', 'leftex', 'rightex'].map((part) => [`paren${part}A`, `paren${part}`]),
  ),
  ...Object.fromEntries(
    [4, 5, 6].flatMap((step) => ['hat', 'tilde'].map((mark) => [`${mark}${step}`, `${mark}widest`])),
  ),
};
/** Suffixes of larger variants, in ascending order. */
const SIZES = ['s1', 's2', 's3', 's4'];
/** Codes in TeX's extensible font of signs for which STIX has these sizes. */
const CODES_OF_SIZES: Readonly<Record<string, readonly number[]>> = {
  '(': [0, 16, 18, 32],
  ')': [1, 17, 19, 33],
  '[': [2, 104, 20, 34],
  ']': [3, 105, 21, 35],
  '⌊': [4, 106, 22, 36],
  '⌋': [5, 107, 23, 37],
  '⌈': [6, 108, 24, 38],
  '⌉': [7, 109, 25, 39],
  '{': [8, 110, 26, 40],
  '}': [9, 111, 27, 41],
  '⟨': [10, 68, 28, 42],
  '⟩': [11, 69, 29, 43],
  '√': [112, 113, 114, 115],
  '∑': [88],
  '∏': [89],
  '⋃': [91],
  '⋂': [92],
  '⨄': [93],
  '⋀': [94],
  '⋁': [95],
  '∐': [97],
  '⨆': [71],
  '⨀': [75],
  '⨁': [77],
  '⨂': [79],
};

/** Letters that are not in Unicode's alphabetic rows. */
const ELSEWHERE: Readonly<Record<string, string>> = { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' };
const MINUSCULES: Readonly<Record<string, string>> = { i: 'ı', j: 'ȷ' };
const NOT = '\u0338';

const BY_NAME = new Map<string, NamedGlyph>();
for (const encoding of ['OMX', 'MSB', 'MSA', 'OMS'] as const) {
  namesOf(NAMES[encoding] ?? '').forEach((name, code) => {
    const text = glyphOfCode(encoding, code);
    if (name !== '-' && text !== undefined)
      BY_NAME.set(name, encoding === 'OMX' ? { text, extensible: code } : { text });
  });
}
for (const [name, like] of Object.entries(LIKE_OTHERS)) {
  const glyph = BY_NAME.get(like);
  if (glyph) BY_NAME.set(name, glyph);
}
{
  const words = namesOf(OTHERS);
  for (let i = 0; i + 1 < words.length; i += 2) {
    const name = words[i + 1] ?? '';
    if (!BY_NAME.has(name)) BY_NAME.set(name, { text: words[i] ?? '' });
  }
}

function namesOf(list: string): string[] {
  return list.trim().split(/\s+/);
}

/**
 * Returns what the glyph with this name prints. Returns undefined if the name is unknown, or if it names a text
 * character. pdfjs handles text characters.
 *
 * Character names (`uni2A7D`, `u1D434`) may contain combined characters (`uni22DE0338`) and a variant after a full
 * stop: a size, a slant, a style, or a missing dot.
 */
export function signOfName(name: string): NamedGlyph | undefined {
  const whole = BY_NAME.get(name) ?? BY_NAME.get(name.replace(BY_STEP, nameOfStep));
  if (whole) return whole;
  const [base = '', ...variants] = name.split('.');
  if (base.endsWith('_uni0338')) {
    const struck = signOfName(base.slice(0, -'_uni0338'.length));
    return struck && { text: struck.text + NOT };
  }
  const form = variants.length > 0 ? BY_NAME.get(base) : undefined;
  if (form) return form;
  const text = textOfName(base, variants.length > 0);
  if (text === undefined) return undefined;
  return { text: variants.includes('dtls') ? (MINUSCULES[text.normalize('NFKC')] ?? text) : text };
}

function textOfName(base: string, isVariant: boolean): string | undefined {
  const command = base.length > 1 ? signOfCommand(base) : undefined;
  return charactersOf(base) ?? blackboardOf(base) ?? command ?? lettersOfName(base, isVariant);
}

function nameOfStep(_: string, bracket: string, step: string): string {
  return bracket + (STEPS[Number(step)] ?? 'Bigg');
}

/**
 * Returns the code in TeX's extensible font of a sign whose name contains a size. Returns undefined for other names.
 */
export function sizeOfName(name: string, text: string): number | undefined {
  const size = SIZES.findIndex((variant) => name.endsWith(`.${variant}`));
  return size < 0 ? undefined : CODES_OF_SIZES[text]?.[size];
}

/**
 * Returns the letters of a variant or a ligature. A variant is an old-style digit (`one.oldstyle`) or a small capital.
 * A ligature is named like `f_f_i`.
 */
function lettersOfName(base: string, isVariant: boolean): string | undefined {
  const names = base.split('_');
  if (names.length === 1 && !isVariant) return undefined;
  const letters = names.map(letterOfName);
  return letters.includes(undefined) ? undefined : letters.join('');
}

/** Returns the characters of an Adobe name that contains character codes. */
function charactersOf(name: string): string | undefined {
  const [, several, one] = /^(?:uni((?:[\dA-F]{4})+)|u([\dA-F]{5,6}))$/.exec(name) ?? [];
  const codes = several?.match(/.{4}/g) ?? (one === undefined ? [] : [one]);
  const points = codes.map((code) => Number.parseInt(code, 16));
  if (points.length === 0 || points.some((point) => point > 0x10_ff_ff)) return undefined;
  return String.fromCodePoint(...points).normalize();
}

function blackboardOf(name: string): string | undefined {
  const [, before, after] = BLACKBOARD.exec(name) ?? [];
  const letter = before ?? after;
  if (letter === undefined) return undefined;
  return letter === 'k' ? '𝕜' : (ELSEWHERE[letter] ?? String.fromCodePoint(0x1d538 + letter.charCodeAt(0) - 65));
}
