/**
 * Returns whether the tags of a page alone determine its tree.
 *
 * Where HTML does not allow an element, browsers move, close or add elements. Only a parser that implements the whole
 * standard does the same. Programs such as LaTeXML close every element and put elements only where HTML allows them, so
 * a simple parser is sufficient for their pages. The function may return false for a page that both parsers read in the
 * same way. It never returns true for a page that they read differently.
 */
export function isNestedAsWritten(html: string): boolean {
  // Browsers replace these characters before they parse a page.
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

interface Opened {
  readonly name: string;
  /** The drawing or formula that the children of the element belong to. */
  readonly foreign: 'svg' | 'math' | undefined;
  /** Whether the element is in a paragraph that some elements would end. */
  readonly inParagraph: boolean;
}

/** Maximum depth. All open elements are searched at each tag. Papers have less than a hundred levels. */
const DEEPEST = 200;

/** A tag in the form that programs write. If quotes are elsewhere in a tag, two parsers may disagree about its end. */
const TAG = /<(\/?)([a-z][a-z\d-]*)((?:\s+[^\s"'<>/=]+(?:="[^"]*"|='[^']*')?)*)\s*(\/?)>/iy;

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

const VOID = words('area base br col embed hr img input link meta source track wbr');
/** Elements whose content is text. */
const RAW_TEXT = words('script style title textarea');
/** Elements with special rules. Papers do not use them. */
const UNUSUAL =
  words(`applet basefont bgsound frame frameset image keygen listing marquee menuitem nobr noembed noframes noscript
  object optgroup option param plaintext rb rp rt rtc ruby select template xmp iframe dir`);
/** Elements that end an open paragraph. */
const ENDS_PARAGRAPH =
  words(`address article aside blockquote center details dialog dd div dl dt fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul`);
/** Elements whose content does not end a paragraph outside them. */
const SCOPES = words('html table td th caption button foreignObject');
/** Elements that end an open element of the same name, regardless of the elements in between. */
const NEVER_WITHIN_ITSELF = words('a button form');
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
const IN_HEAD = words('base link meta script style title');
const TABLE_PARTS = words('table thead tbody tfoot tr colgroup');
const FOREIGN = words('svg math');
/** Elements in drawings and formulas that may contain HTML. */
const HTML_WITHIN = words('foreignObject mi mn mo ms mtext');

/** Allowed parents of elements. With other parents, a browser adds missing elements or closes open elements. */
const PARENTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
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
    // If a row is directly in a table, a browser adds a table body. This makes no difference to a reader of rows.
    tr: words('table thead tbody tfoot'),
    td: words('tr'),
    th: words('tr'),
  }),
);

const CHILDREN: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    html: words('head body'),
    head: IN_HEAD,
    table: words('caption colgroup thead tbody tfoot tr'),
    colgroup: words('col'),
    thead: words('tr'),
    tbody: words('tr'),
    tfoot: words('tr'),
    tr: words('td th'),
  }),
);

/**
 * Returns whether text is allowed here. Browsers move text that is between the parts of a table or outside the body.
 */
function mayStandHere(text: string, open: readonly Opened[]): boolean {
  const parent = open.at(-1)?.name ?? 'html';
  return !(parent === 'html' || parent === 'head' || TABLE_PARTS.has(parent)) || text.trim() === '';
}

/** Returns the position after a comment, or after the doctype before the first tag. Returns -1 for anything else. */
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
  /** Whether the tag ends with a slash. */
  readonly isEmpty: boolean;
  readonly end: number;
}

function tagAt(html: string, at: number): Tag | undefined {
  TAG.lastIndex = at;
  const found = TAG.exec(html);
  if (found === null) return undefined;
  const [written, slash, name = '', , selfClosing] = found;
  return { name, closes: slash === '/', isEmpty: selfClosing === '/', end: at + written.length };
}

/**
 * Reads a tag and updates the list of open elements. Returns the position after the tag. Returns -1 if a browser would
 * change the tag.
 */
function readTag(html: string, at: number, open: Opened[]): number {
  const tag = tagAt(html, at);
  if (tag === undefined) return -1;
  if (tag.closes) return open.pop()?.name === tag.name ? tag.end : -1;
  return readStart(html, tag, open);
}

function readStart(html: string, tag: Tag, open: Opened[]): number {
  const { name, end } = tag;
  const parent = open.at(-1);
  if (parent?.foreign !== undefined) return isForeignName(tag, parent.foreign) ? after(tag, parent, open) : -1;
  if (!mayOpen(tag, parent) || (NEVER_WITHIN_ITSELF.has(name) && open.some((one) => one.name === name))) return -1;
  if (RAW_TEXT.has(name)) return endOfRawText(html, end, name);
  // A browser drops this line end.
  if (name === 'pre' && html[end] === '\n') return -1;
  return VOID.has(name) ? end : after(tag, parent, open);
}

/** Returns the position after a start tag. Opens the element of the tag unless it is empty. */
function after({ name, isEmpty, end }: Tag, parent: Opened | undefined, open: Opened[]): number {
  if (!isEmpty) open.push(openedIn(parent, name));
  return end;
}

function openedIn(parent: Opened | undefined, name: string): Opened {
  return {
    name,
    foreign: name === 'svg' || name === 'math' ? name : HTML_WITHIN.has(name) ? undefined : parent?.foreign,
    inParagraph: name === 'p' || (parent?.inParagraph === true && !SCOPES.has(name)),
  };
}

/** HTML names that look like MathML names, and elements of drawings with special rules. */
const NOT_FOREIGN = words('menu meta main mark map marquee menuitem math');
const DRAWN =
  words(`g path rect circle ellipse line polyline polygon text tspan defs use clipPath marker pattern linearGradient
  radialGradient stop foreignObject symbol switch`);

/**
 * Returns whether the tag is a known element of a drawing or formula. After an empty element that may contain HTML,
 * some parsers read the next elements as HTML.
 */
function isForeignName({ name, isEmpty }: Tag, foreign: 'svg' | 'math'): boolean {
  if (isEmpty && HTML_WITHIN.has(name)) return false;
  if (foreign === 'svg') return DRAWN.has(name);
  return /^(?:m[a-z]+|semantics|annotation|none)$/.test(name) && !NOT_FOREIGN.has(name);
}

function mayOpen({ name, isEmpty }: Tag, parent: Opened | undefined): boolean {
  if (name !== name.toLowerCase() || UNUSUAL.has(name)) return false;
  if (isEmpty && !VOID.has(name) && !FOREIGN.has(name)) return false;
  return parent === undefined ? name === 'html' : mayStandIn(parent, name);
}

function mayStandIn(parent: Opened, name: string): boolean {
  if (
    name === 'html' ||
    PARENTS.get(name)?.has(parent.name) === false ||
    CHILDREN.get(parent.name)?.has(name) === false
  )
    return false;
  return !(HEADINGS.has(name) && HEADINGS.has(parent.name)) && !(ENDS_PARAGRAPH.has(name) && parent.inParagraph);
}

/**
 * Returns the position after the end tag of a script or similar element. Returns -1 if the element's text is ambiguous.
 */
function endOfRawText(html: string, from: number, name: string): number {
  const close = html.indexOf('</', from);
  const end = `</${name}>`;
  return close >= 0 && html.startsWith(end, close) && !html.slice(from, close).includes('<!--')
    ? close + end.length
    : -1;
}
