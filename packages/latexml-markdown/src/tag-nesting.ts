/**
 * Whether the tags of a page say by themselves what is in what. Browsers move, close and add elements where HTML does
 * not allow what is written; only a parser that follows all of the standard reads such a page like them. Programs such
 * as LaTeXML close every element and place none where it is not allowed, and their pages need no such parser.
 *
 * It may say no to a page that both read alike, never yes to one that they do not.
 */
export function isNestedAsWritten(html: string): boolean {
  // Browsers replace these before they parse.
  if (/[\r\0]/.test(html)) return false;
  if (html.match(/<\/?(?:html|head|body)(?=[\s>])/gi)?.join('') !== '<html<head</head<body</body</html') return false;
  const open: Opened[] = [];
  let from = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', from)) {
    if (!mayStandHere(html.slice(from, at), open)) return false;
    const markup = html[at + 1] ?? '';
    if (markup === '!' || markup === '?') {
      from = endOfDeclaration(html, at, open);
    } else if (/[a-z/]/i.test(markup)) {
      from = readTag(html, at, open);
    } else {
      from = at + 1;
    }
    if (from < 0 || open.length > DEEPEST) return false;
  }
  return open.length === 0 && html.slice(from).trim() === '';
}

/** An open element, and what holds for what is written in it. */
interface Opened {
  readonly name: string;
  /** Whether its children belong to a drawing or a formula. */
  readonly isForeign: boolean;
  /** Whether some elements in it would end a paragraph around them. */
  readonly inParagraph: boolean;
}

/** Open elements are looked through at each tag. Papers are less than a hundred deep. */
const DEEPEST = 200;

/** A tag as programs write it. Where quotes are elsewhere, two parsers may see different ends of it. */
const TAG = /<(\/?)([a-z][a-z\d-]*)((?:\s+[^\s"'<>/=]+(?:="[^"]*"|='[^']*')?)*)\s*(\/?)>/iy;

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

const VOID = words('area base br col embed hr img input link meta source track wbr');
/** What is in them is text. */
const RAW_TEXT = words('script style title textarea');
/** Elements with rules of their own, which papers do not use. */
const UNUSUAL =
  words(`applet basefont bgsound frame frameset image keygen listing marquee menuitem nobr noembed noframes noscript
  object optgroup option param plaintext rb rp rt rtc ruby select template xmp iframe dir`);
/** They end a paragraph that is open. */
const ENDS_PARAGRAPH =
  words(`address article aside blockquote center details dialog dd div dl dt fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul`);
/** A paragraph outside of these is not ended by what is in them. */
const SCOPES = words('html table td th caption button foreignObject');
/** They end one of their own kind that is open around them, whatever is between. */
const NEVER_WITHIN_ITSELF = words('a button form');
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
const IN_HEAD = words('base link meta script style title');
const TABLE_PARTS = words('table thead tbody tfoot tr colgroup');
const FOREIGN = words('svg math');
/** Elements in drawings and formulas in which HTML may stand. */
const HTML_WITHIN = words('foreignObject mi mn mo ms mtext');

/** Where these may stand. Elsewhere a browser adds what is missing, or closes what is open. */
const PARENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  head: words('html'),
  body: words('html'),
  li: words('ul ol menu'),
  dt: words('dl'),
  dd: words('dl'),
  caption: words('table'),
  colgroup: words('table'),
  col: words('colgroup'),
  thead: words('table'),
  tbody: words('table'),
  tfoot: words('table'),
  // In a table itself, they get a body from a browser, which makes no difference to who reads the rows.
  tr: words('table thead tbody tfoot'),
  td: words('tr'),
  th: words('tr'),
};

/** What these may contain. */
const CHILDREN: Readonly<Record<string, ReadonlySet<string>>> = {
  html: words('head body'),
  head: IN_HEAD,
  table: words('caption colgroup thead tbody tfoot tr'),
  colgroup: words('col'),
  thead: words('tr'),
  tbody: words('tr'),
  tfoot: words('tr'),
  tr: words('td th'),
};

/** Text between the parts of a table, or outside of the body, is moved. */
function mayStandHere(text: string, open: readonly Opened[]): boolean {
  const parent = open.at(-1)?.name ?? 'html';
  return !(parent === 'html' || parent === 'head' || TABLE_PARTS.has(parent)) || text.trim() === '';
}

/** The position after a comment, or after the type of the document before its first tag; -1 for anything else. */
function endOfDeclaration(html: string, at: number, open: readonly Opened[]): number {
  if (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at + 4);
    const text = end < 0 ? '' : html.slice(at + 4, end);
    return end < 0 || /^-?>|--!>/.test(text) ? -1 : end + 3;
  }
  const isType = open.length === 0 && /^<!doctype\s/i.test(html.slice(at, at + 10));
  const end = isType ? html.indexOf('>', at) : -1;
  return end < 0 || html.slice(at, end).includes('[') ? -1 : end + 1;
}

interface Tag {
  readonly name: string;
  readonly closes: boolean;
  /** Whether it ends with a slash. */
  readonly isEmpty: boolean;
  /** The position after it. */
  readonly end: number;
}

function tagAt(html: string, at: number): Tag | undefined {
  TAG.lastIndex = at;
  const found = TAG.exec(html);
  if (found === null) return undefined;
  const [written, slash, name = '', , selfClosing] = found;
  return { name, closes: slash === '/', isEmpty: selfClosing === '/', end: at + written.length };
}

/** Reads a tag and changes the list of open elements. Returns the position after it; -1 if a browser would change it. */
function readTag(html: string, at: number, open: Opened[]): number {
  const tag = tagAt(html, at);
  if (tag === undefined) return -1;
  if (tag.closes) return open.pop()?.name === tag.name ? tag.end : -1;
  return readStart(html, tag, open);
}

function readStart(html: string, tag: Tag, open: Opened[]): number {
  const { name, end } = tag;
  const parent = open.at(-1);
  if (parent?.isForeign === true) return isForeignName(tag) ? after(tag, parent, open) : -1;
  if (!mayOpen(tag, parent) || (NEVER_WITHIN_ITSELF.has(name) && open.some((one) => one.name === name))) return -1;
  if (RAW_TEXT.has(name)) return endOfRawText(html, end, name);
  // A browser drops this line end.
  if (name === 'pre' && html[end] === '\n') return -1;
  return VOID.has(name) ? end : after(tag, parent, open);
}

/** The position after a start tag, whose element is open then unless it is empty. */
function after({ name, isEmpty, end }: Tag, parent: Opened | undefined, open: Opened[]): number {
  if (!isEmpty) open.push(openedIn(parent, name));
  return end;
}

function openedIn(parent: Opened | undefined, name: string): Opened {
  return {
    name,
    isForeign: FOREIGN.has(name) || (parent?.isForeign === true && !HTML_WITHIN.has(name)),
    inParagraph: name === 'p' || (parent?.inParagraph === true && !SCOPES.has(name)),
  };
}

/** Names of HTML that look like those of MathML, and elements of drawings with rules of their own. */
const NOT_FOREIGN = words('menu meta main mark map marquee menuitem math');
const DRAWN =
  words(`g path rect circle ellipse line polyline polygon text tspan defs use clipPath marker pattern linearGradient
  radialGradient stop foreignObject symbol switch`);

/** Some parsers take what follows an empty element for HTML, if HTML may stand in it. */
function isForeignName({ name, isEmpty }: Tag): boolean {
  if (isEmpty && HTML_WITHIN.has(name)) return false;
  return DRAWN.has(name) || (/^(?:m[a-z]+|semantics|annotation|none)$/.test(name) && !NOT_FOREIGN.has(name));
}

function mayOpen({ name, isEmpty }: Tag, parent: Opened | undefined): boolean {
  if (name !== name.toLowerCase() || UNUSUAL.has(name)) return false;
  if (isEmpty && !VOID.has(name) && !FOREIGN.has(name)) return false;
  return parent === undefined ? name === 'html' : mayStandIn(parent, name);
}

function mayStandIn(parent: Opened, name: string): boolean {
  if (name === 'html' || PARENTS[name]?.has(parent.name) === false || CHILDREN[parent.name]?.has(name) === false)
    return false;
  return !(HEADINGS.has(name) && HEADINGS.has(parent.name)) && !(ENDS_PARAGRAPH.has(name) && parent.inParagraph);
}

/** The position after the end tag of a script or the like; -1 if its text could be read in two ways. */
function endOfRawText(html: string, from: number, name: string): number {
  const close = html.indexOf('</', from);
  const end = `</${name}>`;
  return close >= 0 && html.startsWith(end, close) && !html.slice(from, close).includes('<!--')
    ? close + end.length
    : -1;
}
