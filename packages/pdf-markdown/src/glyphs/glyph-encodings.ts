/** Encodings of TeX's fonts. */
export type Encoding =
  | 'OT1'
  | 'T1'
  | 'TS1'
  | 'OML'
  | 'OMS'
  | 'OMX'
  | 'MSA'
  | 'MSB'
  | 'TXSYB'
  | 'WASY'
  | 'STMARY'
  | 'ESINT'
  | 'MATHA'
  | 'MATHB'
  | 'MATHX'
  | 'alphabet';

const GREEK_CAPITALS = 'Γ Δ Θ Λ Ξ Π Σ Υ Φ Ψ Ω';
const CAPITALS = 'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z';
const SMALL = 'a b c d e f g h i j k l m n o p q r s t u v w x y z';
const DIGITS = '0 1 2 3 4 5 6 7 8 9';

/** A code without a glyph. */
const NONE = '·none';

const MSB = `
  ≨ ≩ ≰ ≱ ≮ ≯ ⊀ ⊁ ≨ ≩ ⩽\u0338 ⩾\u0338 ⪇ ⪈ ⋠ ⋡ ⋨ ⋩ ⋦ ⋧ ≰ ≱ ⪵ ⪶ ⪹ ⪺ ⪉ ⪊ ≁ ≇ ⟋ ⟍
  ⊊ ⊋ ⫅\u0338 ⫆\u0338 ⫋ ⫌ ⫋ ⫌ ⊊ ⊋ ⊈ ⊉ ∦ ∤ ∤ ∦ ⊬ ⊮ ⊭ ⊯ ⋭ ⋬ ⋪ ⋫ ↚ ↛ ⇍ ⇏ ⇎ ↮ ⋇ ∅
  ∄ ${CAPITALS} \u0302 \u0302 \u0303 \u0303 ${NONE} Ⅎ ⅁ ${NONE} ${NONE} ${NONE} ${NONE} ℧ ð ≂ ℶ ℷ ℸ ⋖ ⋗ ⋉ ⋊ ∣ ∥ ∖ ∼ ≈ ≊ ⪸ ⪷ ↶ ↷ ϝ ϰ 𝕜 ℏ ℏ ϶`;

/**
 * Glyphs of each encoding by code, from 0. Accents are combining characters. Parts of tall brackets, roots and arrows
 * are the Unicode characters for such parts.
 *
 * Sources: D. E. Knuth, The TeXbook, appendix F, figures 4 to 8 (OT1, OML, OMS, OMX); AMSFonts version 2, user's guide,
 * section 4 (MSA, MSB); Y. Ryu, txfonts.sty (TXSYB); A. Kielhorn, wasysym.sty (WASY, and LaTeX's own lasy10, which has
 * the same codes); J. Clasen and A. Jeffrey, stmaryrd.sty (STMARY, the signs that have a character); E. Oessert,
 * esint.sty (ESINT); A. Phan, mathabx.dcl (MATHA, MATHB, MATHX); F. Mittelbach and others, LaTeX font encodings (T1,
 * TS1); N. Beebe and others, Unicode support for mathematics, UTR 25 (characters).
 */
const GLYPHS: Readonly<Record<Exclude<Encoding, 'alphabet'>, readonly string[]>> = {
  OT1: table(`
    ${GREEK_CAPITALS} ff fi fl ffi ffl ı ȷ \u0300 \u0301 \u030c \u0306 \u0304 \u030a \u0327 ß æ œ ø Æ Œ Ø
    \u0337 ! ” # $ % & ’ ( ) * + , - . / ${DIGITS} : ; ¡ = ¿ ?
    @ ${CAPITALS} [ “ ] \u0302 \u0307 ‘ ${SMALL} – — \u030b \u0303 \u0308`),
  OML: table(`
    ${GREEK_CAPITALS} α β γ δ ϵ ζ η θ ι κ λ μ ν ξ π ρ σ τ υ ϕ χ ψ ω ε ϑ ϖ ϱ ς φ
    ↼ ↽ ⇀ ⇁ ↩ ↪ ▷ ◁ ${DIGITS} . , < / > ⋆ ∂ ${CAPITALS} ♭ ♮ ♯ ⌣ ⌢ ℓ ${SMALL} ı ȷ ℘ \u20d7 \u0361`),
  OMS: table(`
    − ⋅ × ∗ ÷ ⋄ ± ∓ ⊕ ⊖ ⊗ ⊘ ⊙ ◯ ∘ ∙ ≍ ≡ ⊆ ⊇ ≤ ≥ ⪯ ⪰ ∼ ≈ ⊂ ⊃ ≪ ≫ ≺ ≻
    ← → ↑ ↓ ↔ ↗ ↘ ≃ ⇐ ⇒ ⇑ ⇓ ⇔ ↖ ↙ ∝ ′ ∞ ∈ ∋ △ ▽ \u0338 ↦ ∀ ∃ ¬ ∅ ℜ ℑ ⊤ ⊥
    ℵ ${CAPITALS} ∪ ∩ ⊎ ∧ ∨ ⊢ ⊣ ⌊ ⌋ ⌈ ⌉ { } ⟨ ⟩ | ‖ ↕ ⇕ ∖ ≀ √ ⨿ ∇ ∫ ⊔ ⊓ ⊑ ⊒ § † ‡ ¶ ♣ ♢ ♡ ♠`),
  OMX: table(`
    ( ) [ ] ⌊ ⌋ ⌈ ⌉ { } ⟨ ⟩ | ‖ / ∖ ( ) ( ) [ ] ⌊ ⌋ ⌈ ⌉ { } ⟨ ⟩ / ∖
    ( ) [ ] ⌊ ⌋ ⌈ ⌉ { } ⟨ ⟩ / ∖ / ∖ ⎛ ⎞ ⎡ ⎤ ⎣ ⎦ ⎢ ⎥ ⎧ ⎫ ⎩ ⎭ ⎨ ⎬ ⎪ ⏐
    ⎝ ⎠ ⎜ ⎟ ⟨ ⟩ ⨆ ⨆ ∮ ∮ ⨀ ⨀ ⨁ ⨁ ⨂ ⨂ ∑ ∏ ∫ ⋃ ⋂ ⨄ ⋀ ⋁ ∑ ∏ ∫ ⋃ ⋂ ⨄ ⋀ ⋁
    ∐ ∐ \u0302 \u0302 \u0302 \u0303 \u0303 \u0303 [ ] ⌊ ⌋ ⌈ ⌉ { } √ √ √ √ ⎷ ⏐ ⎾ ‖ ↑ ↓ ⏞ ⏞ ⏟ ⏟ ⇑ ⇓`),
  MSA: table(`
    ⊡ ⊞ ⊠ □ ■ ⬝ ◊ ⧫ ↻ ↺ ⇌ ⇋ ⊟ ⊩ ⊪ ⊨ ↠ ↞ ⇇ ⇉ ⇈ ⇊ ↾ ⇂ ↿ ⇃ ↣ ↢ ⇆ ⇄ ↰ ↱
    ⇝ ↭ ↫ ↬ ≗ ≿ ≳ ⪆ ⊸ ∴ ∵ ≑ ≜ ≾ ≲ ⪅ ⪕ ⪖ ⋞ ⋟ ≼ ≦ ⩽ ≶ ‵ ╌ ≓ ≒ ≽ ≧ ⩾ ≷
    ⊏ ⊐ ⊳ ⊲ ⊵ ⊴ ★ ≬ ▼ ▶ ◀ ⇢ ⇠ ▵ ▲ ▿ ≖ ⋚ ⋛ ⪋ ⪌ ¥ ⇛ ⇚ ✓ ⊻ ⊼ ⩞ ∠ ∡ ∢ ∝
    ⌣ ⌢ ⋐ ⋑ ⋓ ⋒ ⋏ ⋎ ⋋ ⋌ ⫅ ⫆ ≏ ≎ ⋘ ⋙ ⌜ ⌝ ® Ⓢ ⋔ ∔ ∽ ⋍ ⌞ ⌟ ✠ ∁ ⊺ ⊚ ⊛ ⊝`),
  MSB: table(MSB),
  // In the fonts of txfonts and newtx, two relations are swapped.
  TXSYB: table(MSB.replace('⪸ ⪷', '⪷ ⪸')),
  WASY: sparse(`
    1 ⊲ 2 ⊴ 3 ⊳ 4 ⊵ 5 ∴ 7 ☎ 8 ✓ 10 🔔 11 ♪ 12 ♩ 15 ♫ 16 ◀ 17 ▶ 18 ↯ 19 ☊ 20 ☋ 23 ♈ 25 ♀ 26 ♂ 27 ¤ 29 ∝ 30 ∢ 31 ⌀
    32 ● 33 ↻ 34 ↺ 35 ○ 36 ☾ 37 ☽ 38 ⊕ 39 ☿ 40 ‹ 41 › 44 ☺ 45 ☻ 46 ☉ 47 ☹ 48 ℧ 49 ⋈ 50 □ 51 ◊ 52 ☒ 53 ⌑ 54 ✠ 55 ⬡ 56 ⯃ 58 ∼
    59 ⇝ 60 ⊏ 61 ⊐ 62 ≲ 63 ≳ 64 ≈ 65 ✶ 66 ✶ 67 ✡ 68 ⬠ 71 ◖ 72 ◗ 75 ▲ 76 ▼ 85 ə 86 ☌ 87 ☍ 88 ♃ 89 ♄ 90 ♅ 91 ♆ 92 ♇
    93 ♉ 94 ♊ 95 ♋ 96 ♍ 97 ♎ 98 ♏ 99 ♐ 100 ♑ 101 ♒ 102 ♓ 103 ¢ 104 ‰ 105 þ 106 Þ 107 ð 108 ɔ 114 ∫ 115 ∬ 116 ∭ 117 ∮
    118 ∯ 124 ¦`),
  STMARY: sparse(`
    0 ← 1 → 2 ↑ 3 ↓ 12 ⫽ 16 ⊛ 17 ⦶ 18 ⊙ 24 ⧆ 25 ◫ 26 ⊡ 27 ⧄ 28 ⧅ 29 ⧇ 30 ⧈ 31 □ 32 ↯ 35 ⨟ 42 ⟅ 43 ⟆ 44 ◯ 48 ↖ 49 ↗ 57 ⫴ 58 ⌽ 59 ⦸ 60 ⧀ 61 ⧁ 74 ⟦ 75 ⟧
    76 ⦇ 77 ⦈ 78 ⅋ 93 ⇿ 94 ⇽ 95 ⇾ 96 ▽ 97 △ 98 ⋎ 99 ⋏ 100 ⨅ 101 □ 102 ∥ 103 ⫴ 113 ⟦ 121 ⟧`),
  ESINT: sparse(`
    1 ∫ 2 ∫ 3 ∬ 4 ∬ 5 ∭ 6 ∭ 7 ⨌ 8 ⨌ 11 ∮ 12 ∮ 13 ∯ 14 ∯ 15 ⨖ 16 ⨖ 23 ∳ 24 ∳ 25 ∲ 26 ∲ 27 ∲ 28 ∲ 29 ∳ 30 ∳ 31 ⨏ 32 ⨏ 33 ∯ 34 ∯`),
  MATHA: sparse(`
    0 + 1 − 2 × 3 ÷ 4 ⋅ 5 ∘ 6 ∗ 8 ± 9 ∓ 10 ⋉ 11 ⋊ 12 ⋄ 13 ∙ 14 ⋆ 15 ⋆ 16 = 17 ≡ 18 ∼ 19 ≈ 20 ≃ 21 ≅ 22 ≍ 23 ∣ 24 ≠
    25 ≢ 26 ≁ 27 ≉ 28 ≄ 29 ≇ 30 ≭ 31 ∤ 32 ¬ 33 ≪ 34 ≫ 35 # 36 ⊢ 37 ⊣ 38 ⊬ 40 ⊨ 41 ⫤ 42 ⊭ 44 ⊩ 46 ⊮ 48 ° 49 ′ 50 ″
    51 ‴ 53 ♭ 54 ♮ 55 ♯ 56 ∞ 57 ∝ 58 † 59 ‡ 60 ∑ 61 ∏ 62 ⨿ 64 ∀ 65 ∁ 66 ∂ 68 ∃ 69 ∄ 70 Ⅎ 71 ⅁ 72 ∅ 73 ⌀ 74 ⊤ 75 ⊥
    78 ⋏ 79 ⋎ 80 ∈ 81 ∋ 82 ∉ 83 ∌ 84 ∉ 85 ∌ 88 ∩ 89 ∪ 90 ⊎ 91 ⊓ 92 ⊔ 93 ⊎ 94 ∧ 95 ∨ 96 ⊕ 97 ⊖ 98 ⊗ 99 ⨸ 100 ⊙
    101 \u030a 107 ⦺ 109 ⊘ 112 ( 113 ) 114 [ 115 ] 116 { 117 } 118 ⟦ 119 ⟧ 120 ⟨ 121 ⟩ 122 ∖ 123 / 124 | 125 ‖
    127 \u0338 128 ⊂ 129 ⊃ 130 ⊄ 131 ⊅ 132 ⊆ 133 ⊇ 134 ⊈ 135 ⊉ 136 ⊊ 137 ⊋ 138 ⊊ 139 ⊋ 140 ⫅ 141 ⫆ 142 ⫅\u0338
    143 ⫆\u0338 144 ⫋ 145 ⫌ 146 ⫋ 147 ⫌ 148 ⋐ 149 ⋑ 152 ◁ 153 ▷ 154 ⋪ 155 ⋫ 156 ⊴ 157 ⊵ 158 ⋬ 159 ⋭ 160 < 161 >
    162 ≮ 163 ≯ 164 ≤ 165 ≥ 166 ≰ 167 ≱ 168 ⩽ 169 ⩾ 170 ⩽\u0338 171 ⩾\u0338 172 ⪇ 173 ⪈ 174 ≦ 175 ≧ 176 ≦\u0338
    177 ≧\u0338 178 ≨ 179 ≩ 180 ≨ 181 ≩ 182 ⪕ 183 ⪖ 186 ≶ 187 ≷ 188 ⋚ 189 ⋛ 190 ⪋ 191 ⪌ 192 ≲ 193 ≳ 194 ≴ 195 ≵
    196 ⋦ 197 ⋧ 198 ⪅ 199 ⪆ 200 ⪅\u0338 201 ⪆\u0338 202 ⪉ 203 ⪊ 204 ⋖ 205 ⋗ 206 ⋘ 207 ⋙ 208 ← 209 → 210 ↑ 211 ↓
    212 ↖ 213 ↗ 214 ↙ 215 ↘ 216 ↔ 217 ↕ 218 ↚ 219 ↛ 220 ↮ 221 − 224 ↼ 225 ⇀ 226 ↽ 227 ⇁ 228 ↿ 229 ⇃ 230 ↾ 231 ⇂
    232 ⇋ 233 ⇌ 240 ⇐ 241 ⇒ 242 ⇑ 243 ⇓ 244 ⇔ 245 ⇕ 246 ⇍ 247 ⇏ 248 ⇎ 249 =`),
  MATHB: sparse(`
    0 ∔ 1 ∸ 2 ⨰ 5 □ 6 ∗ 8 ⨢ 11 ⋇ 12 ⧫ 13 ▪ 14 ★ 15 ★ 19 ≓ 20 ≒ 21 ≔ 22 ≕ 23 ≏ 25 ≎ 26 ≗ 27 ≖ 28 ≜ 29 ≙ 32 ≬ 33 ⌣
    34 ⌢ 36 ⋋ 37 ⋌ 38 ⋔ 39 ⋈ 40 ⊫ 41 ⫥ 42 ⊯ 44 ⊪ 54 ∴ 55 ∵ 56 \u030a 57 \u0307 58 \u0308 59 \u20db 60 \u20dc 61 ∠
    62 ∡ 63 ∢ 64 ☉ 65 ☿ 66 ♀ 67 ⊕ 68 ♂ 69 ♃ 70 ♄ 71 ♅ 72 ♆ 73 ♇ 74 ♁ 75 ☾ 76 ☽ 77 ○ 78 ● 80 ♈ 81 ♉ 82 ♊ 84 ♌ 86 ♎
    87 ♏ 88 ⊼ 89 ⊻ 90 ⩞ 91 ⩣ 92 ⋒ 93 ⋓ 96 ⊞ 97 ⊟ 98 ⊠ 100 ⊡ 114 ⌈ 115 ⌉ 116 ⌊ 117 ⌋ 120 ⌜ 121 ⌝ 122 ⌞ 123 ⌟ 128 ⊏
    129 ⊐ 130 ⊏\u0338 131 ⊐\u0338 132 ⊑ 133 ⊒ 134 ⋢ 135 ⋣ 136 ⋤ 137 ⋥ 152 ▵ 153 ▿ 154 ◃ 155 ▹ 156 ▲ 157 ▼ 158 ◀
    159 ▶ 160 ≺ 161 ≻ 162 ⊀ 163 ⊁ 164 ≼ 165 ≽ 166 ⋠ 167 ⋡ 168 ⪯ 169 ⪰ 170 ⋠ 171 ⋡ 172 ⪱ 173 ⪲ 182 ⋞ 183 ⋟ 192 ≾
    193 ≿ 194 ≾\u0338 195 ≿\u0338 196 ⋨ 197 ⋩ 198 ⪷ 199 ⪸ 202 ⪹ 203 ⪺ 208 ⇇ 209 ⇉ 210 ⇈ 211 ⇊ 212 ⇆ 213 ⇄ 214 ⇅
    215 ⇵ 228 ⟋ 229 ⟍ 232 ↰ 233 ↱ 236 ↫ 237 ↬ 240 ↶ 241 ↷ 246 ↺ 247 ↻ 248 ⇜ 249 ⇝ 250 ↭`),
  MATHX: sparse(`
    0 ( 1 ( 2 ( 3 ( 4 ⎛ 5 ⎝ 6 ⎜ 7 | 8 ) 9 ) 10 ) 11 ) 12 ⎞ 13 ⎠ 14 ⎟ 15 ‖ 16 [ 17 [ 18 [ 19 [ 20 ⎡ 21 ⎣ 22 ⎢ 23 ⫴
    24 ] 25 ] 26 ] 27 ] 28 ⎤ 29 ⎦ 30 ⎥ 32 { 33 { 34 { 35 { 36 ⎧ 37 ⎩ 38 ⎨ 39 ⎪ 40 } 41 } 42 } 43 } 44 ⎫ 45 ⎭ 46 ⎬
    47 ⎪ 48 ⟦ 49 ⟦ 50 ⟦ 51 ⟦ 56 ⟧ 57 ⟧ 58 ⟧ 59 ⟧ 64 ⟨ 65 ⟨ 66 ⟨ 67 ⟨ 68 ⟩ 69 ⟩ 70 ⟩ 71 ⟩ 72 ∖ 73 ∖ 74 ∖ 75 ∖ 76 /
    77 / 78 / 79 / 80 ⌈ 81 ⌈ 82 ⌈ 83 ⌈ 84 ⌉ 85 ⌉ 86 ⌉ 87 ⌉ 88 ⌊ 89 ⌊ 90 ⌊ 91 ⌊ 92 ⌋ 93 ⌋ 94 ⌋ 95 ⌋ 96 √ 97 √ 98 √
    99 √ 100 √ 101 ⎷ 102 ⏐ 103 ⎾ 104 ⏞ 105 ⏞ 106 ⏞ 107 ⏞ 108 ⏟ 109 ⏟ 110 ⏟ 111 ⏟ 112 \u0302 113 \u030c 114 \u0303
    115 \u0304 116 \u20d7 120 \u0302 121 \u0302 122 \u0302 123 \u0302 124 \u030c 125 \u030c 126 \u030c 127 \u030c
    128 \u0303 129 \u0303 130 \u0303 131 \u0303 132 \u0304 133 \u0304 134 \u0304 135 \u0304 136 \u20d7 137 \u20d7
    138 \u20d7 139 \u20d7 145 ⨉ 147 ⋂ 148 ⋃ 149 ⨄ 150 ⨅ 151 ⨆ 153 ⋀ 154 ⋁ 161 ⨉ 163 ⋂ 164 ⋃ 165 ⨄ 166 ⨅ 167 ⨆ 169 ⋀
    170 ⋁ 176 ∑ 177 ∏ 178 ∐ 179 ∫ 180 ∬ 181 ∭ 182 ∮ 183 ∯ 184 ∑ 185 ∏ 186 ∐ 187 ∫ 188 ∬ 189 ∭ 190 ∮ 191 ∯ 192 ⨁ 194 ⨂
    196 ⨀ 224 ⨁ 226 ⨂ 228 ⨀`),
  // All other codes are named in every file, or are the codes of Latin-1.
  T1: table(`
    \u0300 \u0301 \u0302 \u0303 \u0308 \u030b \u030a \u030c \u0306 \u0304 \u0307 \u0327 \u0328 ‚ ‹ › “ ” „ « » – —
    ${NONE} ${NONE} ı ȷ ff fi fl ffi ffl ␣ ! " # $ % & ’ ( ) * + , - . / ${DIGITS} : ; < = > ?
    @ ${CAPITALS} [ \\ ] ^ _ ‘ ${SMALL} { | } ~ -
    Ă Ą Ć Č Ď Ě Ę Ğ Ĺ Ľ Ł Ń Ň Ŋ Ő Ŕ Ř Ś Š Ş Ť Ţ Ű Ů Ÿ Ź Ž Ż Ĳ İ đ § ă ą ć č ď ě ę ğ ĺ ľ ł ń ň ŋ ő ŕ ř ś š ş ť ţ ű ů ÿ ź ž ż ĳ ¡ ¿ £
    À Á Â Ã Ä Å Æ Ç È É Ê Ë Ì Í Î Ï Ð Ñ Ò Ó Ô Õ Ö Œ Ø Ù Ú Û Ü Ý Þ ẞ à á â ã ä å æ ç è é ê ë ì í î ï ð ñ ò ó ô õ ö œ ø ù ú û ü ý þ ß`),
  TS1: sparse(`
    128 ˘ 129 ˇ 130 ˝ 131 ‶ 132 † 133 ‡ 134 ‖ 135 ‰ 136 • 137 ℃ 138 $ 139 ¢ 140 ƒ 141 ₡ 142 ₩ 143 ₦ 144 ₲ 145 ₱ 146 ₤ 147 ℞
    148 ‽ 149 ⸘ 150 ₫ 151 ™ 152 ‱ 153 ¶ 154 ฿ 155 № 156 ⁒ 157 ℮ 158 ◦ 159 ℠ 160 ⁅ 161 ⁆ 162 ¢ 163 £ 164 ¤ 165 ¥ 166 ¦ 167 §
    168 ¨ 169 © 170 ª 172 ¬ 173 ℗ 174 ® 175 ¯ 176 ° 177 ± 178 ² 179 ³ 180 ´ 181 µ 182 ¶ 183 · 184 ※ 185 ¹ 186 º 187 √ 188 ¼
    189 ½ 190 ¾ 191 € 214 × 246 ÷`),
};

/** Parses glyphs that are listed after their codes. */
function sparse(glyphs: string): readonly string[] {
  const words = table(glyphs);
  const result = Array.from({ length: 256 }, () => NONE);
  for (let i = 0; i + 1 < words.length; i += 2) result[Number(words[i])] = words[i + 1] ?? NONE;
  return result;
}

function table(glyphs: string): readonly string[] {
  return glyphs.trim().split(/\s+/);
}

/** Encodings of formula fonts by the start of the font name, without the subset prefix. */
const ENCODINGS: readonly (readonly [RegExp, Encoding])[] = [
  [
    /^(?:cm|lm|eu|xm|pl|cs)(?:mi|mib)\d|^(?:r?mtmi|mtmib|mt2mi)|^[rp]?(?:tx|px)b?mi(?!a)|^r?(?:ntx|npx|newtx|newpx)b?mi(?!a)|^rpazo|^zplm[rb]7m|^fourier-math-letters|^lmmathitalic|^euler-?ml|^hfbrmi|^kp\w*-(?:light)?-\w+-italic$|^mathdesign-.*-mathitalic/i,
    'OML',
  ],
  [
    /^(?:cm|lm|xm|pl|cs)(?:sy|bsy)\d|^(?:r?mtsy|mt2sy)|^[rp]?(?:tx|px)b?sys?(?![a-z])|^(?:ntx|npx)b?sy|^zplm[rb]7y|^fourier-math-symbols|^lmmathsymbols|^hfbrsy|^kp\w*-(?:light)?-\w+-sy-|^mathdesign-.*-symbol-/i,
    'OMS',
  ],
  [
    /^(?:cm|lm|xm|pl|cs)(?:ex|bex)\d|^(?:r?mtex(?![a-z])|mt2ex)|^[rp]?(?:tx|px)b?exs?(?![a-z])|^(?:ntx|npx)b?ex|^zplmr7v|^fourier-math-extension|^lmmathextension|^kp\w*-(?:light)?-\w+-ex-|^mathdesign-.*-extension-/i,
    'OMX',
  ],
  [/^msam\d|^[rp]?(?:tx|px)b?sya(?![a-z])|^hfbras|^kp\w*-(?:light)?-\w+-sya-/i, 'MSA'],
  [/^[rp]?(?:tx|px)b?syb(?![a-z])/i, 'TXSYB'],
  [/^msbm\d|^hfbrbs|^kp\w*-(?:light)?-\w+-syb-/i, 'MSB'],
  [/^(?:wasyb?|lasyb?)\d/i, 'WASY'],
  [/^(?:ss)?esint\d/i, 'ESINT'],
  [/^(?:tex-)?matha\d/i, 'MATHA'],
  [/^(?:tex-)?mathb\d/i, 'MATHB'],
  [/^(?:tex-)?mathx\d/i, 'MATHX'],
  [/^stmary\d/i, 'STMARY'],
  [/^eu[fs][mb]\d|^rsfs\d|^bbm|^dsrom|^bbold/i, 'alphabet'],
  [/^(?:ec|sf)(?:rm|bx|ti|bi|sl|bl|ss|si|sx|so|cc|xc|tt)\d/i, 'T1'],
  [/^tc(?:rm|bx|ti|sl|ss|tt)\d/i, 'TS1'],
  [/^(?:cm|pl|cs)(?:r|bx|b|ti|bxti|sl|bxsl|ss|ssbx|ssi|csc)\d|^mathdesign-.*-ot1-/i, 'OT1'],
];

/** Returns the encoding that a font's name implies, or undefined for fonts that are not TeX's. */
export function encodingOf(fontName: string): Encoding | undefined {
  const name = withoutTag(fontName);
  return ENCODINGS.find(([pattern]) => pattern.test(name))?.[1];
}

/** Returns whether an extensible font has Computer Modern's heights. */
export function isComputerModern(fontName: string): boolean {
  return /^(?:cm|lm|xm|pl|cs|ms[ab]m|eu[frs])/i.test(withoutTag(fontName));
}

/** Returns a font's name without its random six-letter subset tag (ISO 32000-1, 9.6.4). */
export function withoutTag(fontName: string): string {
  return fontName.replace(/^[A-Z]{6}\+/, '');
}

/**
 * Maps the second code of the characters 0 to 32 and 127 to the first code. Fonts have second codes for drivers that
 * can't print the first codes (dvips, section 6.3).
 */
export function originalCode(code: number): number {
  if (code >= 161 && code <= 170) return code - 161;
  if (code >= 173 && code <= 195) return code - 163;
  return code === 196 ? 127 : code;
}

/** Encodings with more than 128 codes. */
const HAS_256: ReadonlySet<Encoding> = new Set(['T1', 'TS1', 'MATHA', 'MATHB', 'MATHX']);

/** Returns TeX's glyph for a code, or undefined if the encoding doesn't define it. */
export function glyphOfCode(encoding: Encoding, code: number): string | undefined {
  if (encoding === 'alphabet') return undefined;
  const glyph = GLYPHS[encoding][HAS_256.has(encoding) ? code : originalCode(code)];
  return glyph === NONE ? undefined : glyph;
}
