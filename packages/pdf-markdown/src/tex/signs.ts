/** TeX's atom classes (The TeXbook, chapter 17). They determine the space between atoms. */
export type SignClass = 'ord' | 'op' | 'bin' | 'rel' | 'open' | 'close' | 'punct';

interface Sign {
  readonly tex: string;
  readonly class: SignClass;
}

/** Signs with their commands. If several commands print the same sign, the list has amsmath's usual command. */
const COMMANDS: Readonly<Record<SignClass, string>> = {
  ord: `α alpha β beta γ gamma δ delta ϵ epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu µ mu ν nu ξ xi π pi
    ρ rho σ sigma τ tau υ upsilon ϕ phi χ chi ψ psi ω omega ε varepsilon ϑ vartheta ϖ varpi ϱ varrho ς varsigma
    φ varphi ϝ digamma ϰ varkappa Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega
    ∆ Delta ∂ partial ∇ nabla ∞ infty ℓ ell ℘ wp ℜ Re ℑ Im ℵ aleph ℶ beth ℷ gimel ℸ daleth ı imath ȷ jmath 𝚤 imath 𝚥 jmath ℏ hbar
    ð eth ∀ forall ∃ exists ∄ nexists ¬ neg ∅ emptyset ⊤ top ⊥ bot ∠ angle ∡ measuredangle ∢ sphericalangle
    △ triangle ▵ triangle ▽ triangledown ▿ triangledown ▲ blacktriangle ▼ blacktriangledown □ square ■ blacksquare
    ◊ lozenge ⧫ blacklozenge ★ bigstar ♭ flat ♮ natural ♯ sharp ♣ clubsuit ♢ diamondsuit ♡ heartsuit ♠ spadesuit
    ′ prime ‵ backprime ∁ complement Ⅎ Finv ⅁ Game ℧ mho Ⓢ circledS § S ¶ P † dagger ‡ ddagger
    ⊕ oplus ⊙ odot ☉ odot … ldots ⋯ cdots ⋮ vdots ⋱ ddots ✓ checkmark ✠ maltese ⟋ diagup ⟍ diagdown`,
  op: `∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ∯ oiint ∰ oiiint ⋃ bigcup ⋂ bigcap ⨄ biguplus ⋀ bigwedge ⋁ bigvee
    ⨆ bigsqcup ⨀ bigodot ⨁ bigoplus ⨂ bigotimes`,
  bin: `⋅ cdot · cdot × times ∗ ast ÷ div ⋄ diamond ± pm ∓ mp ⊖ ominus ⊗ otimes ⊘ oslash ◯ bigcirc ∘ circ ∙ bullet
    • bullet ⋆ star ∪ cup ∩ cap ⊎ uplus ∧ wedge ∨ vee ∖ setminus ≀ wr ⨿ amalg ⊔ sqcup ⊓ sqcap ▷ triangleright
    ◁ triangleleft ⊡ boxdot ⊞ boxplus ⊠ boxtimes ⊟ boxminus ⬝ centerdot ⊻ veebar ⊼ barwedge ⩞ doublebarwedge ⋒ Cap
    ⋓ Cup ⋏ curlywedge ⋎ curlyvee ⋋ leftthreetimes ⋌ rightthreetimes ∔ dotplus ⊺ intercal ⊚ circledcirc
    ⊛ circledast ⊝ circleddash ⋇ divideontimes ⋖ lessdot ⋗ gtrdot ⋉ ltimes ⋊ rtimes`,
  rel: `≤ leq ≥ geq ⩽ leqslant ⩾ geqslant ≪ ll ≫ gg ⋘ lll ⋙ ggg ≲ lesssim ≳ gtrsim ⪅ lessapprox ⪆ gtrapprox
    ≶ lessgtr ≷ gtrless ⋚ lesseqgtr ⋛ gtreqless ⪋ lesseqqgtr ⪌ gtreqqless ≦ leqq ≧ geqq ⪕ eqslantless
    ⪖ eqslantgtr ≺ prec ≻ succ ⪯ preceq ⪰ succeq ≼ preccurlyeq ≽ succcurlyeq ⋞ curlyeqprec ⋟ curlyeqsucc
    ≾ precsim ≿ succsim ⪷ precapprox ⪸ succapprox ∼ sim ≈ approx ≃ simeq ≅ cong ≡ equiv ≍ asymp ≐ doteq ≑ doteqdot
    ≓ risingdotseq ≒ fallingdotseq ≜ triangleq ≗ circeq ≖ eqcirc ≏ bumpeq ≎ Bumpeq ≂ eqsim ⋍ backsimeq ∽ backsim
    ≊ approxeq ∝ propto ⟂ perp ≠ neq ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⫅ subseteqq ⫆ supseteqq ⋐ Subset ⋑ Supset
    ⊏ sqsubset ⊐ sqsupset ⊑ sqsubseteq ⊒ sqsupseteq ∈ in ∋ ni ∉ notin ⊢ vdash ⊣ dashv ⊨ vDash ⊩ Vdash ⊪ Vvdash
    ∣ mid ∤ nmid ∥ parallel ∦ nparallel ⊲ vartriangleleft ⊳ vartriangleright ⊴ trianglelefteq ⊵ trianglerighteq
    ◀ blacktriangleleft ▶ blacktriangleright ≬ between ⋔ pitchfork ∴ therefore ∵ because ϶ backepsilon
    ⌣ smile ⌢ frown ⋈ bowtie ≮ nless ≯ ngtr ≰ nleq ≱ ngeq ⪇ lneq ⪈ gneq ≨ lneqq ≩ gneqq ⋦ lnsim ⋧ gnsim
    ⪉ lnapprox ⪊ gnapprox ⊀ nprec ⊁ nsucc ⋠ npreceq ⋡ nsucceq ⋨ precnsim ⋩ succnsim ⪵ precneqq ⪶ succneqq
    ⪹ precnapprox ⪺ succnapprox ≁ nsim ≇ ncong ⊊ subsetneq ⊋ supsetneq ⫋ subsetneqq ⫌ supsetneqq ⊈ nsubseteq
    ⊉ nsupseteq ⊬ nvdash ⊭ nvDash ⊮ nVdash ⊯ nVDash ⋪ ntriangleleft ⋫ ntriangleright ⋬ ntrianglelefteq
    ⋭ ntrianglerighteq ← leftarrow → rightarrow ↔ leftrightarrow ↑ uparrow ↓ downarrow ↕ updownarrow ⇐ Leftarrow
    ⇒ Rightarrow ⇔ Leftrightarrow ⇑ Uparrow ⇓ Downarrow ⇕ Updownarrow ↗ nearrow ↘ searrow ↖ nwarrow ↙ swarrow
    ↦ mapsto ↼ leftharpoonup ↽ leftharpoondown ⇀ rightharpoonup ⇁ rightharpoondown ↩ hookleftarrow
    ↪ hookrightarrow ⟵ longleftarrow ⟶ longrightarrow ⟷ longleftrightarrow ⟸ Longleftarrow ⟹ Longrightarrow
    ⟺ Longleftrightarrow ⟼ longmapsto ⇌ rightleftharpoons ⇋ leftrightharpoons ⇄ rightleftarrows ⇆ leftrightarrows
    ⇇ leftleftarrows ⇉ rightrightarrows ⇈ upuparrows ⇊ downdownarrows ↠ twoheadrightarrow ↞ twoheadleftarrow
    ↣ rightarrowtail ↢ leftarrowtail ↾ upharpoonright ⇂ downharpoonright ↿ upharpoonleft ⇃ downharpoonleft
    ↰ Lsh ↱ Rsh ⇝ rightsquigarrow ↭ leftrightsquigarrow ↫ looparrowleft ↬ looparrowright ↺ circlearrowleft
    ↻ circlearrowright ↶ curvearrowleft ↷ curvearrowright ⇚ Lleftarrow ⇛ Rrightarrow ⇢ dashrightarrow
    ⇠ dashleftarrow ↚ nleftarrow ↛ nrightarrow ⇍ nLeftarrow ⇏ nRightarrow ⇎ nLeftrightarrow ↮ nleftrightarrow
    ⊸ multimap`,
  open: '⟨ langle ⌊ lfloor ⌈ lceil ⌜ ulcorner ⌞ llcorner ⟦ llbracket',
  close: '⟩ rangle ⌋ rfloor ⌉ rceil ⌝ urcorner ⌟ lrcorner ⟧ rrbracket',
  punct: '',
};

/** Signs whose TeX is not a single command, or is not the command that their class suggests. */
const OTHERS: readonly (readonly [sign: string, tex: string, of: SignClass])[] = [
  ['+', '+', 'bin'],
  ['−', '-', 'bin'],
  ['-', '-', 'bin'],
  ['–', '-', 'bin'],
  ['*', '*', 'bin'],
  ['∗', '*', 'bin'],
  ['/', '/', 'ord'],
  ['∕', '/', 'ord'],
  ['=', '=', 'rel'],
  ['<', '<', 'rel'],
  ['>', '>', 'rel'],
  [':', ':', 'rel'],
  ['~', '\\sim', 'rel'],
  ['˜', '\\sim', 'rel'],
  ['(', '(', 'open'],
  ['[', '[', 'open'],
  [')', ')', 'close'],
  [']', ']', 'close'],
  ['{', '\\{', 'open'],
  ['}', '\\}', 'close'],
  ['|', '|', 'ord'],
  ['‖', '\\|', 'ord'],
  ['\\', '\\backslash', 'ord'],
  ['!', '!', 'close'],
  ['?', '?', 'close'],
  [',', ',', 'punct'],
  [';', ';', 'punct'],
  ['.', '.', 'ord'],
  ['%', '\\%', 'ord'],
  ['$', '\\$', 'ord'],
  ['#', '\\#', 'ord'],
  ['&', '\\&', 'ord'],
  ['_', '\\_', 'ord'],
  ['^', '\\wedge', 'bin'],
  ['°', '{}^\\circ', 'ord'],
  ['Å', '\\text{Å}', 'ord'],
  ['Å', '\\text{Å}', 'ord'],
  ['″', "{''}", 'ord'],
  ['‴', "{'''}", 'ord'],
  ['’', "{'}", 'ord'],
  ["'", "{'}", 'ord'],
  ['⎷', '\\surd', 'ord'],
  ['√', '\\surd', 'ord'],
  ['𝕜', '\\Bbbk', 'ord'],
  ['◦', '\\circ', 'bin'],
  ['○', '\\bigcirc', 'bin'],
  ['●', '\\bullet', 'bin'],
  ['◇', '\\diamond', 'bin'],
  ['⧵', '\\setminus', 'bin'],
  ['▴', '\\blacktriangle', 'ord'],
  ['▾', '\\blacktriangledown', 'ord'],
  ['◂', '\\blacktriangleleft', 'rel'],
  ['▸', '\\blacktriangleright', 'rel'],
  ['◻', '\\square', 'ord'],
  ['∎', '\\blacksquare', 'ord'],
  ['⧸', '\\diagup', 'ord'],
  ['⧹', '\\diagdown', 'ord'],
  ['⊧', '\\models', 'rel'],
  ['≢', '\\not\\equiv', 'rel'],
  ['≄', '\\not\\simeq', 'rel'],
  ['≉', '\\not\\approx', 'rel'],
  ['⊄', '\\not\\subset', 'rel'],
  ['⊅', '\\not\\supset', 'rel'],
  ['∌', '\\not\\ni', 'rel'],
  ['⟲', '\\circlearrowleft', 'rel'],
  ['⟳', '\\circlearrowright', 'rel'],
  ['⤏', '\\dashrightarrow', 'rel'],
  ['⤎', '\\dashleftarrow', 'rel'],
  ['◃', '\\triangleleft', 'bin'],
  ['▹', '\\triangleright', 'bin'],
  ['ħ', '\\hbar', 'ord'],
  ['ﬀ', 'ff', 'ord'],
  ['∷', '::', 'rel'],
  ['≔', ':=', 'rel'],
];

const SIGNS = new Map<string, Sign>([
  ...(Object.keys(COMMANDS) as SignClass[]).flatMap((of) => {
    const words = COMMANDS[of].trim().split(/\s+/);
    return words.flatMap((sign, i): [string, Sign][] =>
      i % 2 === 0 && sign !== '' ? [[sign, { tex: `\\${words[i + 1] ?? ''}`, class: of }]] : [],
    );
  }),
  ...OTHERS.map(([sign, tex, of]): [string, Sign] => [sign, { tex, class: of }]),
]);

const BY_COMMAND = new Map([...SIGNS].toReversed().map(([sign, { tex }]) => [tex, sign]));

/** Returns the sign of a command. The name has no backslash. Some fonts name their glyphs like commands. */
export function signOfCommand(name: string): string | undefined {
  return BY_COMMAND.get(`\\${name}`);
}

/**
 * Parts of horizontal braces: extensions, ends and middles. In TeX and STIX fonts, the ends and middles have the names
 * of the opposite brace's parts.
 */
export const HORIZONTAL_PART = /^[⏞⏟⎴⎵⎯]$/;

/** Integrals. Their limits are next to them. */
export const INTEGRAL = /^[∫-∳⨋-⨜]$/;

/** Returns the TeX of a sign. Returns undefined for letters, digits and characters without a command. */
export function signOf(text: string): Sign | undefined {
  return SIGNS.get(text);
}

export function classOf(text: string): SignClass {
  return SIGNS.get(text)?.class ?? 'ord';
}

/** Accents above a letter: combining characters, and the characters that text fonts have at the codes of accents. */
/** Several pieces of a right arrow over one letter. */
export const LONG_ARROW = '\u20d7\u20d7';

const ACCENTS: Readonly<Record<string, string>> = {
  '\u0300': '\\grave',
  '`': '\\grave',
  '\u0301': '\\acute',
  '´': '\\acute',
  '\u0302': '\\hat',
  ˆ: '\\hat',
  '\u0303': '\\tilde',
  '˜': '\\tilde',
  '\u0304': '\\bar',
  '¯': '\\bar',
  '\u0306': '\\breve',
  '˘': '\\breve',
  '\u0307': '\\dot',
  '˙': '\\dot',
  '\u0308': '\\ddot',
  '¨': '\\ddot',
  '\u030a': '\\mathring',
  '˚': '\\mathring',
  '\u030c': '\\check',
  ˇ: '\\check',
  '\u20d7': '\\vec',
  '\u20d6': '\\overleftarrow',
  [LONG_ARROW]: '\\overrightarrow',
};
const WIDE: Readonly<Record<string, string>> = {
  '\\hat': '\\widehat',
  '\\tilde': '\\widetilde',
  '\\bar': '\\overline',
};

/** Returns the command of an accent, or undefined for other signs. */
export function accentOf(text: string): string | undefined {
  return ACCENTS[text];
}

/** Returns the command of the same accent over several letters. */
export function wideAccent(command: string): string {
  return WIDE[command] ?? command;
}

const CLOSING: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '⟨': '⟩',
  '⌊': '⌋',
  '⌈': '⌉',
  '|': '|',
  '‖': '‖',
};

const DELIMITERS: ReadonlySet<string> = new Set([...Object.keys(CLOSING), ...Object.values(CLOSING)]);

/** Returns whether the sign can be stretched around its contents. */
export function isDelimiter(text: string): boolean {
  return DELIMITERS.has(text);
}

/** Returns the usual right partner of a left delimiter. */
export function closingOf(text: string): string | undefined {
  return CLOSING[text];
}
