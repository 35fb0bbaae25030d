import { decodeEntities } from '@almagest/bibliography';
import { PAPER_LIMITS } from '@almagest/contracts/literature';

/**
 * The sources' titles and abstracts contain HTML and MathML. These functions convert them to text. Subscripts and
 * superscripts become Unicode if every character has such a form, and TeX otherwise. Entities are decoded, even if a
 * source encoded them twice. Other known tags are removed. Text that only looks like markup (`a<b and c>d`) remains.
 */

const NAMES =
  'sub|sup|p|br|a|i|b|u|em|strong|tt|font|span|div|li|ul|ol|sc|tex|bold|italic|roman|underline|monospace|sans-serif|emphasis|named-content|styled-content|ext-link|xref|inline-formula|disp-formula|tex-math|astrobj|alternatives|math|m[ino]|mrow|msu[bp]|msubsup|mfrac|msqrt|mtext|mover|munder|(?:mml|jats):[a-z-]+';

/**
 * Names of elements that would change a web page. Any text in angle brackets that begins with one of these names counts
 * as a tag.
 */
const ELEMENTS =
  'script|style|img|image|svg|iframe|frame|object|embed|applet|video|audio|source|track|canvas|form|input|button|select|option|textarea|label|link|meta|base|html|head|body|title|table|caption|thead|tbody|tfoot|tr|td|th|col|colgroup|h[1-6]|hr|pre|code|blockquote|center|section|article|header|footer|main|nav|template|details|summary|dialog|marquee|noscript|small|big|strike|del|ins|mark|cite|abbr|kbd|samp|var|picture|figure|figcaption|dl|dt|dd|address|map|area|wbr|time';

const TAG = new RegExp(
  String.raw`<(\/?)(?:(${NAMES})(?:\s+[\w:-]+\s*=[^<>]*|\s*)\/?|(?:${ELEMENTS})(?:[\s/][^<>]*)?)>`,
  'gi',
);

/** The maximum ratio between the length of a text with markup and its length without markup. */
const MARKUP_SHARE = 10;

/** The maximum number of times that sources encode entities. */
const MOST_ENCODINGS = 3;

/** Converts a title or another line to text, and cuts it to the length of a title. */
export function plainTitle(markup: string): string {
  return firstChars(textOf(markup, PAPER_LIMITS.titleChars).replaceAll(/\s+/g, ' '), PAPER_LIMITS.titleChars);
}

/** Converts an abstract to text, and cuts it to the length of an abstract. An empty line separates paragraphs. */
export function plainText(markup: string): string {
  return firstChars(textOf(markup, PAPER_LIMITS.abstractChars), PAPER_LIMITS.abstractChars);
}

function firstChars(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : text.slice(0, maxChars).toWellFormed();
}

function textOf(markup: string, maxChars: number): string {
  let text = withoutTags(markup.slice(0, maxChars * MARKUP_SHARE).replaceAll(/\s+/g, ' '));
  for (let round = 0; round < MOST_ENCODINGS; round += 1) {
    const decoded = decodeOnce(text);
    if (decoded === text) break;
    // Some sources write the brackets of tags as entities.
    text = withoutTags(decoded);
  }
  return text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function withoutTags(markup: string): string {
  const parts: string[] = [];
  let dollars = 0;
  // The open subscript or superscript, and its text so far.
  let open: Script | undefined;
  let inside = '';
  const add = (text: string) => {
    if (open !== undefined) inside += text;
    else {
      parts.push(text);
      dollars += text.match(/(?<!\\)\$/g)?.length ?? 0;
    }
  };
  const close = () => {
    if (open === undefined) return;
    const written = script(open, inside, dollars % 2 === 1);
    [open, inside] = [undefined, ''];
    add(written);
  };
  let place = 0;
  for (const { 0: tag, 1: slash, 2: written = '', index } of markup.matchAll(TAG)) {
    add(markup.slice(place, index));
    place = index + tag.length;
    const name = written.toLowerCase();
    if (name === 'sub' || name === 'sup') {
      close();
      if (slash === '') open = name;
    } else if (name === 'p') add('\n\n');
    else if (name === 'br') add('\n');
  }
  add(markup.slice(place));
  return parts.join('') + inside;
}

type Script = 'sub' | 'sup';

function script(name: Script, content: string, isInMath: boolean): string {
  const inner = content.trim();
  if (inner === '') return '';
  const forms = Array.from(inner, (character) => FORMS[name].get(character));
  if (forms.every((form) => form !== undefined)) return forms.join('');
  const tex = `${name === 'sub' ? '_' : '^'}{${inner}}`;
  return isInMath ? tex : `$${tex}$`;
}

/** Maps each character of the first text to the character at the same position in the second text. */
function pairs(plain: string, raised: string): ReadonlyMap<string, string | undefined> {
  const forms = Array.from(raised);
  return new Map(Array.from(plain, (character, index) => [character, forms[index]]));
}

const FORMS: Readonly<Record<Script, ReadonlyMap<string, string | undefined>>> = {
  sub: pairs('0123456789+-−=()aehijklmnoprstuvxβγρφχ', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ'),
  sup: pairs('0123456789+-−=()inabcdefghjklmoprstuvwxyz', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'),
};

function decodeOnce(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|[a-z][a-z\d]{1,31});/gi,
    (whole, decimal?: string, hex?: string) => {
      if (decimal === undefined && hex === undefined) return decodeEntities(whole);
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
