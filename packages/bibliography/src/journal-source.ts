import { pagesOf } from './bibtex-parts.ts';
import { readPreprintId } from './identifiers.ts';
import type { ReferenceParts } from './reference.ts';

const MAX_SOURCE_CHARS = 1_000;

/** `Journal, Volume 18, Issue 1, …`, `Journal, vol. 73, …`. */
const JOURNAL = /^([^;]{2,300}?),? (?:volume|vol\.|v\.) ?([\w-]{1,12})/i;
const ISSUE = /, (?:issue|number|no\.) ?([\w-]{1,12})/i;
const PAGES = /, pp?\. ?([\w.]{1,12}(?:-[\w.]{1,12})?)/i;
const ARTICLE = /\bid\. ?#?([\w.]{1,14}\w)/i;
/** `PhD Thesis, Leiden University, 2017`. */
const THESIS = /^(ph\.? ?d\.?|masters?|master's)[ -]thesis, ([^;]{2,200}?)(?:, |$)/i;

/** Parses the catalog's line that says where a paper appeared. */
function readSource(text: string): ReferenceParts {
  const line = text.slice(0, MAX_SOURCE_CHARS);
  const thesis = THESIS.exec(line);
  if (thesis !== null) {
    const genre = /^ph/i.test(thesis[1] ?? '') ? 'PhD thesis' : "Master's thesis";
    return { type: 'thesis', genre, publisher: thesis[2] ?? '', container: '' };
  }
  if (/^(?:e-?print )?arxiv(?::| e-prints)/i.test(line))
    return { type: 'article', container: '', preprintId: readPreprintId(line) };
  if (/^astrophysics source code library/i.test(line)) return { type: 'software', container: line };
  return articleIn(line);
}

/** Returns the first group of a match, or ''. */
function said(expression: RegExp, line: string): string {
  return expression.exec(line)?.[1] ?? '';
}

function articleIn(line: string): ReferenceParts {
  const [, journal = '', volume = ''] = JOURNAL.exec(line) ?? [];
  if (journal === '') return { container: line };
  const pages = pagesOf(said(ARTICLE, line) || said(PAGES, line));
  return { container: journal.trim(), volume, issue: said(ISSUE, line), pages };
}

/**
 * Fills gaps from the catalog's line that says where a paper appeared. Also corrects the type, because some formats of
 * the catalog call a thesis, a preprint or a program an article.
 */
export function withSource(parts: ReferenceParts, source: string): ReferenceParts {
  if (source === '') return parts;
  const { type, ...said } = readSource(source);
  const gaps = Object.entries(said).filter(([name]) => !parts[name as keyof ReferenceParts]);
  const isUnsure = parts.type === undefined || parts.type === 'article-journal' || parts.type === 'document';
  return { ...parts, ...Object.fromEntries(gaps), ...(type !== undefined && isUnsure ? { type } : {}) };
}
