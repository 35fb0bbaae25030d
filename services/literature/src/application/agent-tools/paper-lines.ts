import type { StandardPaper } from '@almagest/contracts/literature';
import type { SourceError } from '../../sources/source.ts';

const SHOWN_AUTHORS = 20;

/** Joins the lines of a text, because tools return one list entry per line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the state of a paper's full text. If the text is missing, says why. */
function stateOf(paper: StandardPaper): string {
  if (paper.has_markdown) return paper.has_translation ? 'parsed and translated' : 'parsed';
  if (paper.is_downloaded)
    return paper.parse_error === undefined ? 'downloaded' : `downloaded (parse failed: ${oneLine(paper.parse_error)})`;
  const { html_error: html, pdf_error: pdf } = paper;
  const reasons = [html === undefined ? [] : `HTML: ${html}`, pdf === undefined ? [] : `PDF: ${pdf}`].flat();
  return reasons.length === 0 ? 'no full text' : `no full text (${oneLine(reasons.join('; '))})`;
}

export function paperLine(paper: StandardPaper): string {
  const [first = ''] = paper.authors;
  const authors = paper.authors.length > 1 ? `${first} and ${paper.authors.length - 1} more` : first;
  const { bibcode, year, title, citation_count } = paper;
  return [bibcode, year, authors, title, `cited ${citation_count} times`, stateOf(paper)].map(oneLine).join(' | ');
}

export function paperRecord(paper: StandardPaper): string {
  const { authors } = paper;
  const more = authors.length > SHOWN_AUTHORS ? ` and ${authors.length - SHOWN_AUTHORS} more` : '';
  const fields = {
    code: paper.bibcode,
    title: paper.title,
    authors: `${authors.slice(0, SHOWN_AUTHORS).join('; ')}${more}`,
    year: paper.year,
    'published in': paper.pub_journal,
    type: paper.doctype,
    DOI: paper.doi,
    preprint: paper.preprint_id,
    keywords: paper.keywords.join('; '),
    'cited by': String(paper.citation_count),
    cites: String(paper.reference_count),
    'full text': stateOf(paper),
    abstract: paper.abstract_text,
  };
  return Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${oneLine(value)}`)
    .join('\n');
}

/** Returns a line for each source that failed while another source answered. */
export function failureLines(failures: readonly SourceError[]): string[] {
  return failures.map(({ source, message }) => `[incomplete: ${source}: ${oneLine(message)}]`);
}

/** Joins lines and notes. If there are no lines, the text starts with `none`. */
export function listed(lines: readonly string[], none: string, notes: readonly string[] = []): string {
  return [...(lines.length === 0 ? [none] : lines), ...notes].join('\n');
}
