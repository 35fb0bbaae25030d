/**
 * Symbols with their names that KaTeX does not know: from the classes aa, mn2e, iopart, elsart, llncs and svmult, and
 * from txfonts, mathabx, stmaryrd, wasysym, esint, upgreek, mathtools, textcomp and revsymb.
 *
 * Source: the manuals of the packages; N. Beebe and others, Unicode support for mathematics, UTR 25 (characters).
 */
const SIGNS = {
  mathrel: `≘ cor corresponds ⪝ sol ⪞ sog ⪍ lse ⪎ gse ≶ leogr ≷ grole ⪅ loa ⪆ goa ≦ lid ≧ gid ⇆ getsto ≲ apprle ≳ apprge
    ∝ wasypropto ∣ divides ∤ notdivides ≢ nequiv ≉ napprox nthickapprox ≄ nsimeq ≭ notasymp nasymp ⩦ botdoteq ≏ bumpedeq
    ≎ Bumpedeq ⫤ Dashv ⫣ dashV ⊫ VDash ⫥ DashV ∌ notowner notowns ⊄ nsubset ⊅ nsupset ⋢ nsqsubseteq ⋣ nsqsupseteq
    ⋤ sqsubsetneq ⋥ sqsupsetneq ▵ smalltriangleup ▿ smalltriangledown ◃ smalltriangleleft ▹ smalltriangleright
    ▴ blacktriangleup ≴ nlesssim ≵ ngtrsim ≸ nlessgtr ≹ ngtrless ⪅̸ nlessapprox ⪆̸ ngtrapprox ⋖ precdot ⋗ succdot
    ⋠ npreccurlyeq ⋡ nsucccurlyeq ⋨ precneq ⋩ succneq ≾̸ nprecsim ≿̸ nsuccsim ⪷̸ nprecapprox ⪸̸ nsuccapprox ⪻ llcurly
    ⪼ ggcurly ⪳ preceqq ⪴ succeqq ⪳̸ npreceqq ⪴̸ nsucceqq ≊̸ napproxeq ≎̸ nBumpeq ≏̸ nbumpeq ≪̸ nll ≫̸ ngg ⋐̸ nSubset
    ⋑̸ nSupset ⊏̸ nsqsubset ⊐̸ nsqsupset ⥮ updownharpoons ⥯ downupharpoons ⇅ updownarrows ⇵ downuparrows ⥢ leftleftharpoons
    ⥤ rightrightharpoons ⥣ upupharpoons ⥥ downdownharpoons ⥊ leftrightharpoon ⥋ rightleftharpoon ↲ dlsh ↳ drsh
    ⇜ leftsquigarrow ⇢ dasharrow ⧁ circledgtr ⧀ circledless ⋉ lJoin ⋊ rJoin ⋈ lrtimes lrJoin ⧟ multimapboth ⟜ multimapinv
    ⇗ Nearrow ⇖ Nwarrow ⇘ Searrow ⇙ Swarrow ⫫ Perp ⟽ Longmapsfrom Longmappedfrom ⟾ Longmapsto ⤆ Mapsfrom Mappedfrom ⤇ Mapsto
    ⟻ longmapsfrom ⇽ leftarrowtriangle ⇾ rightarrowtriangle ⇿ leftrightarrowtriangle ⊴ trianglelefteqslant
    ⊵ trianglerighteqslant ⋬ ntrianglelefteqslant ⋭ ntrianglerighteqslant ↯ lightning ↓ shortdownarrow ← shortleftarrow
    → shortrightarrow ↑ shortuparrow ⤉ nuparrow ⤈ ndownarrow ⨭ inplus ⨮ niplus ⪦ leftslice ⪧ rightslice ↗ nnearrow ↖ nnwarrow
    ↘ ssearrow ↙ sswarrow ⊑ sqsubseteqq ⊒ sqsupseteqq ⪕̸ neqslantless ⪖̸ neqslantgtr ⋞̸ ncurlyeqprec ⋟̸ ncurlyeqsucc ≐ topdoteq
    ⋶ barin ⋸ ownsbar ⊣̸ ndashv ∥ varparallel ∽̸ nbacksim ⋍̸ nbacksimeq ↠̸ ntwoheadrightarrow ↞̸ ntwoheadleftarrow`,
  mathbin: `∗ asterisk oasterisk ✶ varstar ∸ dotdiv ⨰ dottimes ⨪ divdot ⋅ udot ✽ Asterisk ⨢ circplus ⊕ pluscirc circledplus
    varoplus ✳ convolution ◆ blackdiamond Diamondblack ⩣ veedoublebar ⩎ sqdoublecap ⩏ sqdoublecup ⨸ odiv ⊚ ocirc varocircle
    ⊛ varoast ⦺ obot ○ ovoid ocircle ⦸ obackslash obslash varobslash circledbslash ⊖ circledminus varominus ⊙ circleddot
    varodot ⊘ circledslash varoslash ⊗ circledtimes varotimes ⦶ circledbar obar varobar ⧆ boxast boxasterisk ◫ boxbar
    ⧄ boxslash ⧅ boxbslash boxbackslash ⧈ boxbox ⧇ boxcircle □ boxvoid boxempty ⟐ Diamonddot × vartimes ◯ varbigcirc
    ⋎ varcurlyvee ⋏ varcurlywedge ⨟ fatsemi ⫴ interleave ⨇ merge ⫽ sslash ⅋ bindnasrepma invamp ⎕ oblong
    ⫿ talloblong ⧁ ogreaterthan varogreaterthan ⧀ olessthan varolessthan ⊍ dotcup cupdot ⌽ baro ▪ sqbullet`,
  mathop: `∑ ssum ∏ sprod ⨅ bigsqcap ⋏ bigcurlywedge ⋎ bigcurlyvee ⊖ bigominus ⊘ bigoslash ⊛ bigoasterisk ⊞ bigboxplus
    ⊟ bigboxminus ⊠ bigboxtimes ⊡ bigboxdot □ bigbox ⫼ biginterleave ∥ bigparallel ∲ ointclockwise varointclockwise
    ∳ ointctrclockwise varointctrclockwise ⨖ sqint ⨃ bigcupdot bigdotcup ✽ bigast + bigplus`,
  mathord: `⌀ diameter ¢ mathcent ♧ varclubsuit ♦ vardiamondsuit ♥ varheartsuit ♤ varspadesuit ◀ LHD ▶ RHD ⌐ invneg ƛ lambdabar
    □ Square opensquare ∢ Varangle ⌧ XBox ☑ CheckedBox ∼ AC ≈ HF ≋ VHF ⋈ Bowtie ¦ brokenvert ∴ wasytherefore ● fullcircle ■ fullsquare
    △ opentriangle ▽ opentriangledown ◇ opendiamond`,
  mathopen: `⟦ lshad ldbrack ⟅ lbag Lbag ⦇ llparenthesis ⌈⌈ llceil ⌊⌊ llfloor`,
  // wasysym writes planet names in lower case, mathabx with a capital. Letters of other languages are TeX commands.
  text: `☿ Mercury mercury ♀ Venus venus ♂ Mars mars ♃ Jupiter jupiter ♄ Saturn saturn ♅ Uranus uranus ♆ Neptune neptune
    ♇ Pluto pluto ☾ leftmoon ☽ Moon moon rightmoon ☊ ascnode ☋ descnode ♈ vernal aries Aries ♉ taurus Taurus ♊ gemini Gemini
    ♋ cancer Cancer ♌ leo Leo ♍ virgo Virgo ♎ libra Libra ♏ scorpio Scorpio ♐ sagittarius Sagittarius ♑ capricornus Capricorn
    ♒ aquarius Aquarius ♓ pisces Pisces ☌ conjunction ☍ opposition μ textmu Ω textohm € texteuro ‰ textperthousand
    ‱ textpertenthousand ℃ textcelsius ø o Ø O æ ae Æ AE œ oe Œ OE ß ss ł l Ł L`,
  mathclose: `⟧ rshad rdbrack ⟆ rbag Rbag ⦈ rrparenthesis ⌉⌉ rrceil ⌋⌋ rrfloor`,
};

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega';
const VARIANTS = 'varepsilon vartheta varphi varrho varsigma varpi';
const CAPITALS = 'Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega';

/**
 * Returns macros for upright Greek letters, which KaTeX lacks: `\upmu`, `\muup` (txfonts), `\umu` (svmult, mn2e),
 * `\Upsigma`.
 */
function uprightGreek(): [name: string, tex: string][] {
  const small = `${GREEK} ${VARIANTS}`.split(' ');
  return [
    ...small.flatMap((letter) => [`up${letter}`, `${letter}up`, `u${letter}`].map((name) => [name, letter] as const)),
    ...CAPITALS.split(' ').flatMap((letter) =>
      [`up${letter}`, `Up${letter.toLowerCase()}`].map((name) => [name, letter] as const),
    ),
  ].map(([name, letter]) => [`\\${name}`, `\\${letter}`]);
}

/** KaTeX macros for the symbols above. */
export const SIGN_MACROS: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(SIGNS).flatMap(([kind, signs]) => namesOf(kind, signs)),
  ...uprightGreek(),
]);

function namesOf(kind: string, signs: string): [name: string, tex: string][] {
  let sign = '';
  const macros: [string, string][] = [];
  for (const word of signs.split(/\s+/)) {
    if (/^[a-zA-Z]+$/.test(word)) macros.push([`\\${word}`, `\\${kind}{${struck(sign)}}`]);
    else sign = word;
  }
  return macros;
}

/** Converts a struck-through character: `\not` precedes the sign, but Unicode's combining character follows it. */
function struck(sign: string): string {
  return sign.endsWith('\u0338') ? `\\not ${sign.slice(0, -1)}` : sign;
}
