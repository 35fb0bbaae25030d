import sanitize from 'sanitize-html';
import type { FormulaMarks } from './formula-marks.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

const MATHML = words(`math semantics annotation mrow mi mo mn ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom
  menclose msub msup msubsup munder mover munderover mtable mtr mtd mlabeledtr`);

const MATHML_ATTRIBUTES = words(`xmlns display encoding mathvariant mathcolor mathbackground mathsize stretchy fence
  separator lspace rspace minsize maxsize accent accentunder linethickness scriptlevel displaystyle width height depth
  voffset notation columnalign columnspacing columnlines rowspacing rowlines side form largeop movablelimits`);

/** Stretched roots, braces and arrows are drawn as SVG. */
const DRAWING_ATTRIBUTES = ['width', 'height', 'viewBox', 'preserveAspectRatio', 'xmlns'];

/** Lengths and colours that KaTeX writes. They cannot load a resource or move content out of the text. */
const STYLE_PROPERTY =
  /^(?:height|width|min-width|top|left|right|bottom|vertical-align|(?:margin|padding|border)[\w-]*|color|background-color|position|text-shadow)$/i;
const STYLE_VALUE = /^(?!.*(?:\b(?:fixed|absolute|sticky)\b|url\s*\())[-\w.#%() ,]+$/i;

function isFormulaStyle(style: string): boolean {
  return style.split(';').every((declaration) => {
    const [property = '', value = '', ...more] = declaration.split(':').map((part) => part.trim());
    return declaration.trim() === '' || (STYLE_PROPERTY.test(property) && STYLE_VALUE.test(value) && more.length === 0);
  });
}

/** Sanitises KaTeX's HTML with its own list of allowed markup. Only formulas may have styles. */
export function safeFormula(html: string): string {
  return sanitize(html, {
    allowedTags: [...MATHML, 'span', 'svg', 'path', 'line', 'a'],
    allowedAttributes: {
      ...Object.fromEntries(MATHML.map((tag) => [tag, MATHML_ATTRIBUTES])),
      span: ['class', 'style', 'aria-hidden'],
      a: ['href'],
      svg: DRAWING_ATTRIBUTES,
      path: ['d'],
      line: ['x1', 'y1', 'x2', 'y2', 'stroke-width'],
    },
    parseStyleAttributes: false,
    transformTags: {
      span: (tagName, attribs) => ({ tagName, attribs: withSafeStyle(attribs) }),
      a: (tagName, { href = '' }) =>
        href.startsWith('#') ? { tagName, attribs: { href: innerLink(href) } } : { tagName: 'span', attribs: {} },
    },
    parser: { lowerCaseAttributeNames: false },
  });
}

function withSafeStyle({ style, ...others }: sanitize.Attributes): sanitize.Attributes {
  return style !== undefined && isFormulaStyle(style) ? { ...others, style } : others;
}

export interface TextPolicy {
  /** Only images below this address are shown. */
  readonly figures: string;
  /**
   * Whether link targets get ids. False for a second version of the text on the same page, whose ids would be
   * duplicates.
   */
  readonly anchors: boolean;
}

/**
 * Ids of LaTeXML and of notes. The list is limited, so that a text cannot use an id of the surrounding page. S, A, Ch,
 * Pt: parts; p, I, E, Ex, T, F, sf: numbered items in them; bib: references; fn: notes; Thm: theorems.
 */
const OWN_ANCHOR = /^(?:[SAIFTEp]\d|Sx\d|Ch\d|Pt\d|Ex\d|Thm\w|alg|LST|App|id\d|bib|fn\.)[\w.]{0,100}$|^[SA]$|^bib$/;

/** Returns the id of a link target. Replaces an id that may collide with an id of the surrounding page. */
function anchorName(id: string): string {
  return OWN_ANCHOR.test(id) ? id : `paper.${id.replaceAll(/[^\w.-]/g, '_').slice(0, 100)}`;
}

function innerLink(href: string): string {
  return href === '#' ? href : `#${anchorName(decoded(href.slice(1)))}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const TEXT_TAGS = words(`h1 h2 h3 h4 h5 h6 p blockquote pre code ul ol li hr br div em strong s sub sup a img span
  table thead tbody tr th td`);

/** Sanitises the HTML of a paper's text and replaces marks in the text by formulas. */
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
      // Removes marks from the attributes of all other elements.
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
 * Returns the address of a figure as a browser would request it: a code and a file name below `figures`. Returns
 * undefined for any other address. A code may contain two dots, but a path segment of two dots leaves the folder. A
 * slash written as `%2f` may also leave it.
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
    ...(anchors && id !== undefined && id !== '' ? { id: anchorName(id) } : {}),
    ...(name === undefined ? {} : { class: name }),
  };
}

/**
 * Allows links within the text, and links to public host names. The latter open in a new window. Removes relative
 * addresses and addresses of this machine or its network. Papers do not contain such addresses, and they could lead to
 * this service.
 */
function linkOf({ href }: sanitize.Attributes): sanitize.Attributes {
  if (href === undefined) return {};
  if (href.startsWith('#')) return { href: innerLink(href) };
  if (!/^mailto:/i.test(href) && !(/^https?:\/\//i.test(href) && hasPublicName(href))) return {};
  return { href, target: '_blank', rel: 'noopener noreferrer nofollow' };
}

/** Top-level domains of private networks (RFC 2606, RFC 6762, RFC 8375 and usage). */
const PRIVATE_NAME = /\.(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)\.?$/i;

/** Returns whether the host of an address is a public host name. Returns false for numeric addresses. */
function hasPublicName(href: string): boolean {
  const host = URL.parse(href)?.hostname ?? '';
  // The last label of a name has letters. The parser writes every form of an IPv4 address as four numbers.
  return /\.[a-z][a-z0-9-]*\.?$/i.test(host) && !PRIVATE_NAME.test(host);
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
