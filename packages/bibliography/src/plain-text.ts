import { Parser, type ParserOptions } from 'htmlparser2';

const BLOCKS: ReadonlySet<string> = new Set('p div br li tr h1 h2 h3 h4 h5 h6 blockquote pre ul ol table'.split(' '));
export const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'title', 'template', 'noscript']);

/** Maximum depth of tags. The parser moves its list of open elements at each tag. */
const MAX_DEPTH = 1_000;

interface TagHandler {
  readonly onopentag?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly ontext?: (text: string) => void;
  readonly onclosetag?: (name: string) => void;
}

/**
 * Calls the handler for each tag and text of HTML. If a tag is nested deeper than `MAX_DEPTH`, ignores all later tags.
 */
export function readTags(html: string, handler: TagHandler): void {
  const rest = parse(html, MAX_DEPTH, handler);
  if (rest !== undefined) handler.ontext?.(rest.replaceAll(/<[^<>]*>/g, ' '));
}

export function isNestedDeeper(xml: string, depth: number): boolean {
  return parse(xml, depth, {}, { xmlMode: true }) !== undefined;
}

/** Parses up to the first tag that is nested deeper than `maxDepth`. Returns the text after that tag. */
function parse(markup: string, maxDepth: number, handler: TagHandler, options: ParserOptions = {}): string | undefined {
  let depth = 0;
  const parser = new Parser(
    {
      ...handler,
      onopentag: (name, attributes) => {
        depth += 1;
        handler.onopentag?.(name, attributes);
        if (depth > maxDepth) parser.pause();
      },
      onclosetag: (name) => {
        depth -= 1;
        handler.onclosetag?.(name);
      },
    },
    options,
  );
  parser.write(markup);
  if (depth > maxDepth) return markup.slice(parser.endIndex + 1);
  parser.end();
  return undefined;
}

/**
 * Returns the text of HTML with one line for each paragraph and item. Removes all markup, so that scripts cannot run.
 */
export function textOfHtml(html: string): string {
  let text = '';
  let silent = 0;
  readTags(html, {
    onopentag: (name) => {
      if (SILENT.has(name)) silent += 1;
      if (BLOCKS.has(name)) text += name === 'li' ? '\n- ' : '\n';
    },
    ontext: (part) => {
      if (silent === 0) text += part;
    },
    onclosetag: (name) => {
      if (SILENT.has(name)) silent = Math.max(0, silent - 1);
      else if (BLOCKS.has(name) && name !== 'br') text += '\n';
    },
  });
  return text
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim())
    .filter((line, place, lines) => line !== '' || (lines[place - 1] ?? '') !== '')
    .join('\n')
    .trim();
}

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;
const BREAKS = /<\/?(?:p|br|jats:(?:p|sec|title|list|list-item))(?:\s[^<>]*)?\/?>/gi;
const TAGS =
  /<\/?(?:a|i|b|u|em|sc|bold|italic|span|strong|inline-formula|tex-math|jats:\w+|astrobj)(?:\s[^<>]*)?\/?>/gi;

/**
 * Removes HTML entities and tags that a source left in a text. Keeps the tags of superscripts and subscripts, which
 * titles contain.
 */
export function withoutMarkup(text: string): string {
  const bare = text.replaceAll(BREAKS, ' ').replaceAll(TAGS, '');
  return ENTITY.test(bare) ? decodeEntities(bare.replaceAll('<', '&lt;')).trim() : bare.trim();
}

/** Decodes all HTML entities in a text without markup. */
export function decodeEntities(text: string): string {
  let decoded = '';
  new Parser({ ontext: (part) => void (decoded += part) }, { xmlMode: false, decodeEntities: true }).end(text);
  return decoded;
}

/** Reverses `withoutMarkup`, so that text that only looks like an entity (`&Ll;`) survives a round trip. */
export function withEntities(text: string): string {
  return ENTITY.test(text) ? text.replaceAll('&', '&amp;') : text;
}

/** Converts `H<SUB>2</SUB>O` to `H$_2$O`. Joins adjacent formulas, and adjacent scripts of one kind. */
export function scriptsAsFormulas(text: string): string {
  if (!/<su[bp]>/i.test(text)) return text;
  return text
    .replaceAll(/<(su[bp])>([^<>]*)<\/su[bp]>/gi, (_, tag: string, script: string) => {
      const inner = script.replaceAll('$', '');
      return `$${tag.toLowerCase() === 'sub' ? '_' : '^'}${inner.length === 1 ? inner : `{${inner}}`}$`;
    })
    .replaceAll(/([_^])\{?([^{}$_^]{0,200})\}?\$\$\1\{?([^{}$_^]{0,200})\}?\$/g, '$1{$2$3}$');
}
