/** The visible text of a page. This is sufficient to classify the page without building its tree. */
export interface PageText {
  readonly title: string;
  readonly headings: readonly string[];
  /** Number of paragraphs that are as long as the paragraphs of an article. */
  readonly longParagraphs: number;
  /** Text without markup, scripts and styles, with blanks collapsed. It has at most VISIBLE_LIMIT characters. */
  readonly visible: string;
}

/** Maximum number of characters of visible text to examine. Challenge, log-in and error pages are much shorter. */
export const VISIBLE_LIMIT = 20_000;

/** Maximum number of bytes of markup to search for that text. The head and scripts precede the text. */
const MARKUP_LIMIT = 1_000_000;

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    rsquo: '’',
  }),
);

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(String(name).toLowerCase()) ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

interface Span {
  readonly start: number;
  /** Positions where the content of the element begins and ends. */
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/**
 * Yields the elements with one name, in order. Searches only forward. A regular expression would scan the rest of the
 * page again for each unclosed element. An unclosed element extends to the end of the page.
 */
function* elementsNamed(html: string, name: string): Generator<Span> {
  const lower = html.toLowerCase();
  let start = lower.indexOf(`<${name}`);
  while (start >= 0) {
    const after = start + name.length + 1;
    if (/[\s>/]/.test(html.charAt(after))) {
      const open = html.indexOf('>', after);
      if (open < 0) return;
      const to = lower.indexOf(`</${name}`, open);
      const close = to < 0 ? -1 : html.indexOf('>', to);
      const end = close < 0 ? html.length : close + 1;
      yield { start, from: open + 1, to: to < 0 ? html.length : to, end };
      start = lower.indexOf(`<${name}`, end);
    } else {
      start = lower.indexOf(`<${name}`, after);
    }
  }
}

function withoutElement(html: string, name: string): string {
  let kept = '';
  let from = 0;
  for (const span of elementsNamed(html, name)) {
    kept += `${html.slice(from, span.start)} `;
    from = span.end;
  }
  return kept + html.slice(from);
}

/** Removes everything from `open` to `close`. An unclosed part extends to the end of the text. */
function withoutSpans(html: string, open: string, close: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = html.indexOf(open, from);
    if (start < 0) return kept + html.slice(from);
    kept += `${html.slice(from, start)} `;
    const end = html.indexOf(close, start + open.length);
    if (end < 0) return kept;
    from = end + close.length;
  }
}

const textOf = (markup: string): string => collapse(decode(withoutSpans(markup, '<', '>')));

function contentOf(html: string, name: string): string[] {
  const found: string[] = [];
  for (const span of elementsNamed(html, name)) {
    found.push(textOf(html.slice(span.from, Math.min(span.to, span.from + 2000))));
    if (found.length === 20) break;
  }
  return found;
}

/** Minimum number of characters in a paragraph of an article. Captions, notices and menus are shorter. */
const LONG_PARAGRAPH = 200;

/** Number of long paragraphs at which the count stops. */
const ENOUGH_PARAGRAPHS = 20;

function countLongParagraphs(markup: string): number {
  let count = 0;
  for (const { from, to } of elementsNamed(markup, 'p')) {
    if (textOf(markup.slice(from, Math.min(to, from + 20_000))).length >= LONG_PARAGRAPH) count += 1;
    if (count === ENOUGH_PARAGRAPHS) break;
  }
  return count;
}

export function readPageText(html: string): PageText {
  let markup = withoutSpans(html.slice(0, MARKUP_LIMIT), '<!--', '-->');
  const title = contentOf(markup, 'title')[0] ?? '';
  for (const name of ['script', 'style', 'svg', 'title', 'template']) markup = withoutElement(markup, name);
  const headings = [...contentOf(markup, 'h1'), ...contentOf(markup, 'h2')];
  const longParagraphs = countLongParagraphs(markup);
  return { title, headings, longParagraphs, visible: textOf(markup).slice(0, VISIBLE_LIMIT) };
}

/**
 * Returns the number of characters in the paragraphs of a LaTeXML page, starting with the first paragraph of the body.
 * The abstract is excluded, because it has no element with the class `ltx_para`. The site's menus are excluded, too.
 * Counts only the beginning of a long page.
 */
export function readBodyLength(html: string): number {
  const start = html.search(/class=["'](?:[^"'<>]* )?ltx_para\b/);
  if (start < 0) return 0;
  const body = html.slice(start, start + MARKUP_LIMIT);
  let length = 0;
  for (const { start: tag, from, to } of elementsNamed(body, 'p')) {
    if (!/\bltx_p\b/.test(body.slice(tag, from))) continue;
    length += textOf(body.slice(from, Math.min(to, from + VISIBLE_LIMIT))).length;
    if (length > VISIBLE_LIMIT) break;
  }
  return length;
}
