import sanitize from 'sanitize-html';
import type { FormulaMarks } from './formula-marks.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

const MATHML = words(`math semantics annotation mrow mi mo mn ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom
  menclose msub msup msubsup munder mover munderover mtable mtr mtd mlabeledtr`);

const MATHML_ATTRIBUTES = words(`xmlns display encoding mathvariant mathcolor mathbackground mathsize stretchy fence
  separator lspace rspace minsize maxsize accent accentunder linethickness scriptlevel displaystyle width height depth
  voffset notation columnalign columnspacing columnlines rowspacing rowlines side form largeop movablelimits`);

/** Roots, braces and arrows that stretch are drawn. */
const DRAWING_ATTRIBUTES = ['width', 'height', 'viewBox', 'preserveAspectRatio', 'xmlns'];

/** Lengths and colours of KaTeX: nothing that loads, and nothing that leaves its place in the text. */
const STYLE_PROPERTY =
  /^(?:height|width|min-width|top|left|right|bottom|vertical-align|(?:margin|padding|border)[\w-]*|color|background-color|position|text-shadow)$/;
const STYLE_VALUE = /^(?!fixed|absolute|sticky)[-\w.#%() ,]+$/;

function isFormulaStyle(style: string): boolean {
  return style.split(';').every((declaration) => {
    const [property = '', value = '', ...more] = declaration.split(':').map((part) => part.trim());
    return declaration.trim() === '' || (STYLE_PROPERTY.test(property) && STYLE_VALUE.test(value) && more.length === 0);
  });
}

/** What KaTeX made of a formula, once more held against a list: only here may anything have a style. */
export function safeFormula(html: string): string {
  return sanitize(html, {
    allowedTags: [...MATHML, 'span', 'svg', 'path', 'line'],
    allowedAttributes: {
      ...Object.fromEntries(MATHML.map((tag) => [tag, MATHML_ATTRIBUTES])),
      span: ['class', 'style', 'aria-hidden'],
      svg: DRAWING_ATTRIBUTES,
      path: ['d'],
      line: ['x1', 'y1', 'x2', 'y2', 'stroke-width'],
    },
    parseStyleAttributes: false,
    transformTags: { span: (tagName, attribs) => ({ tagName, attribs: withSafeStyle(attribs) }) },
    parser: { lowerCaseAttributeNames: false },
  });
}

function withSafeStyle({ style, ...others }: sanitize.Attributes): sanitize.Attributes {
  return style !== undefined && isFormulaStyle(style) ? { ...others, style } : others;
}

export interface TextPolicy {
  /** Pictures are shown from below this address only. */
  readonly figures: string;
  /** Whether the places that links lead to are marked; not in a second version of the text beside the first. */
  readonly anchors: boolean;
}

/**
 * LaTeXML's names, and those of notes. Bounded, so that no text can take a name of the page around it.
 *
 * S, A, Ch, Pt: parts; p, I, E, Ex, T, F, sf: what is counted in them; bib: references; fn: notes; Thm: theorems.
 */
const ANCHOR = /^(?:[SAIFTEp]\d|Sx\d|Ch\d|Pt\d|Ex\d|Thm\w|alg|LST|App|id\d|bib|fn\.)[\w.]{0,100}$|^[SA]$|^bib$/;

const TEXT_TAGS = words(`h1 h2 h3 h4 h5 h6 p blockquote pre code ul ol li hr br div em strong s sub sup a img span
  table thead tbody tr th td`);

/**
 * The text of a paper: what its Markdown, and the HTML in that, may bring onto a page. Its formulas take their places where
 * their marks stand as text.
 */
export function safeText(html: string, { figures, anchors }: TextPolicy, marks: FormulaMarks): string {
  const bare = (attribs: sanitize.Attributes): sanitize.Attributes =>
    Object.fromEntries(Object.entries(attribs).map(([name, value]) => [name, marks.without(value)]));
  return sanitize(html, {
    allowedTags: TEXT_TAGS,
    allowedAttributes: {
      a: ['href', 'id', 'title', 'rel', 'target'],
      img: ['src', 'alt', 'title', 'loading'],
      ol: ['start'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      div: ['id'],
    },
    allowedClasses: { div: ['footnote'], sup: ['footnote-mark'], span: ['no-picture'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: { ...safeId(attribs, anchors), ...linkOf(bare(attribs)) } }),
      div: (tagName, attribs) => ({ tagName, attribs: safeId(attribs, anchors) }),
      img: (tagName, attribs) => pictureOf(tagName, bare(attribs), figures),
      // What is left of the others' attributes.
      '*': (tagName, attribs) => ({ tagName, attribs: bare(attribs) }),
    },
    textFilter: (text) => marks.fill(text),
  });
}

function pictureOf(tagName: string, { src = '', alt = '' }: sanitize.Attributes, figures: string): sanitize.Tag {
  const address = figureAddress(src, figures);
  return address === undefined
    ? { tagName: 'span', attribs: { class: 'no-picture' }, text: alt === '' ? 'picture' : alt }
    : { tagName, attribs: { src: address, alt, loading: 'lazy' } };
}

const SERVER = 'http://server.invalid';

/**
 * The address of a figure as a browser would ask for it, a code and a name below `figures`; undefined where it leads
 * elsewhere. Two points in a code are common; as a segment of their own, in any spelling, they lead out, and so may a slash
 * that is written as `%2f`.
 */
function figureAddress(src: string, figures: string): string | undefined {
  if (!src.startsWith('/')) return undefined;
  const url = URL.parse(src, SERVER);
  if (url?.origin !== SERVER || !url.pathname.startsWith(figures)) return undefined;
  const segments = url.pathname.slice(figures.length).split('/');
  const isFigure =
    segments.length === 2 && segments.every((segment) => segment !== '' && !/%(?:2f|5c|00)/i.test(segment));
  return isFigure ? url.pathname : undefined;
}

function safeId(attribs: sanitize.Attributes, anchors: boolean): sanitize.Attributes {
  const { id, class: name } = attribs;
  return {
    ...(anchors && id !== undefined && ANCHOR.test(id) ? { id } : {}),
    ...(name === undefined ? {} : { class: name }),
  };
}

/** To a place in the text, or out of the house in a window of its own; this service's own addresses are no paper's. */
function linkOf({ href }: sanitize.Attributes): sanitize.Attributes {
  if (href === undefined) return {};
  if (href.startsWith('#')) return { href };
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return {};
  return { href, target: '_blank', rel: 'noopener noreferrer nofollow' };
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
