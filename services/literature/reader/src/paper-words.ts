import type { LibraryPaper, StandardPaper } from '@almagest/contracts/literature';
import { plainMathematics } from '@almagest/contracts/plain-mathematics';

const MOST_AUTHORS = 3;

/** Returns a title as plain text, for control names and sentences. */
export function titleOf({ title, bibcode }: Pick<StandardPaper, 'title' | 'bibcode'>): string {
  return title === '' ? bibcode : plainMathematics(title);
}

/** Returns the first authors, and `others` if there are more. */
export function authorsOf({ authors }: Pick<StandardPaper, 'authors'>, others: string): string {
  const shown = authors.slice(0, MOST_AUTHORS).join('; ');
  return authors.length > MOST_AUTHORS ? `${shown}${others}` : shown;
}

/** Returns why a paper has no text, if the user can still get one. */
export function failureOf({ is_downloaded, ...paper }: LibraryPaper): string | undefined {
  if (is_downloaded) return paper.has_markdown ? undefined : paper.parse_error;
  return [paper.pdf_error, paper.html_error].find((error) => error !== undefined && error !== 'no_resource');
}
