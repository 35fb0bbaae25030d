import sanitize from 'sanitize-html';

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

/** The text of a paper, formulas left out: what its Markdown, and the HTML in that, may bring onto a page. */
export function safeText(html: string, { figures, anchors }: TextPolicy): string {
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
      a: (tagName, attribs) => ({ tagName, attribs: { ...safeId(attribs, anchors), ...linkOf(attribs['href']) } }),
      div: (tagName, attribs) => ({ tagName, attribs: safeId(attribs, anchors) }),
      img: (tagName, { src = '', alt = '' }) =>
        src.startsWith(figures) && !src.includes('..')
          ? { tagName, attribs: { src, alt, loading: 'lazy' } }
          : { tagName: 'span', attribs: { class: 'no-picture' }, text: alt === '' ? 'picture' : alt },
    },
  });
}

function safeId(attribs: sanitize.Attributes, anchors: boolean): sanitize.Attributes {
  const { id, class: name } = attribs;
  return {
    ...(anchors && id !== undefined && ANCHOR.test(id) ? { id } : {}),
    ...(name === undefined ? {} : { class: name }),
  };
}

/** To a place in the text, or out of the house in a window of its own; this service's own addresses are no paper's. */
function linkOf(href: string | undefined): sanitize.Attributes {
  if (href === undefined) return {};
  if (href.startsWith('#')) return { href };
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return {};
  return { href, target: '_blank', rel: 'noopener noreferrer nofollow' };
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
