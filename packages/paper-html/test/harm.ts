import { load } from 'cheerio';

const TAGS = new Set(
  `h1 h2 h3 h4 h5 h6 p blockquote pre code ul ol li hr br div em strong s sub sup a img span table thead tbody tr th td
  math semantics annotation mrow mi mo mn ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose msub msup
  msubsup munder mover munderover mtable mtr mtd mlabeledtr svg path line`.split(/\s+/),
);

/** The allowed attributes and their values. The pattern of a forbidden attribute matches nothing. */
const ATTRIBUTES: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^on/i, /^(?!)/],
  [/^(?:action|formaction|srcset|srcdoc|xlink:href|background|name|data|poster)$/, /^(?!)/],
  [/^href$/, /^(?:#|https?:\/\/|mailto:)/],
  [/^src$/, /^\/(?:api\/paper\/)?figures\/(?!(?:[^]*\/)?\.{1,2}(?:\/|$))(?![^]*(?:%2e|%2f|%5c|\\))[^/]+\/[^/]+$/i],
  [/^style$/, /^(?![^]*(?:url|expression|fixed|absolute|sticky|@|\/\*))/],
  [/^id$/, /^(?:[SAIFTEp]\d|Sx|Ch|Pt|Ex|Thm|alg|LST|App|id\d|bib|fn\.)/],
];

/** Lists forbidden content after parsing like a browser: unknown elements, handlers, addresses, styles, ids. */
export function harmIn(html: string): string[] {
  const $ = load(html, null, false);
  const elements = $('*').toArray();
  const harm = elements.flatMap((element) => {
    if (!('attribs' in element)) return [];
    const attributes = Object.entries(element.attribs).filter(
      ([name, value]) =>
        ATTRIBUTES.some(([known, allowed]) => known.test(name) && !allowed.test(value)) ||
        (name === 'style' && $(element).closest('.katex').length === 0),
    );
    return [
      ...(TAGS.has(element.name) ? [] : [`<${element.name}>`]),
      ...attributes.map(([name, value]) => `${element.name} ${name}="${value}"`),
    ];
  });
  return [...harm, ...(/<[!?]/.exec(html) ?? [])];
}
