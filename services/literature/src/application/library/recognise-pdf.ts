import type { AddedPaper, StandardPaper } from '@almagest/contracts/literature';
import { PdfError, readHeadInProcess } from '@almagest/pdf-markdown';
import { Refusal } from '@almagest/service-kit/refusal';
import { printedIdentifiers, printsTitle } from '../../domain/papers/printed-identifiers.ts';
import type { PaperRow } from '../../persistence/papers/paper-repository.ts';
import { obtainPaper } from '../papers/obtain-paper.ts';
import { standardPaper } from '../papers/standard-paper.ts';
import { searchPapers, type SearchDeps } from '../search/search-papers.ts';

export interface Recognised {
  /** Set only if the match is certain: the PDF prints an identifier of the paper, and its title. */
  readonly paper: PaperRow | undefined;
  readonly printed: NonNullable<AddedPaper['printed']>;
  /** The papers that may be in the PDF, best match first. */
  readonly candidates: readonly StandardPaper[];
}

const MOST_CANDIDATES = 5;
const MAX_TITLE_CHARS = 300;

/**
 * Identifies the paper of a PDF by its printed identifiers, or else by searching the sources for its title. The match
 * is certain only if both the identifier and the title agree.
 */
export async function recognisePdf(deps: SearchDeps, path: string, signal?: AbortSignal): Promise<Recognised> {
  const head = await readHead(path, signal);
  const { text } = head;
  const title = head.title.slice(0, MAX_TITLE_CHARS).toWellFormed();
  const references = printedIdentifiers(text);
  const identifiers = references.map(({ value }) => value);
  const named: PaperRow[] = [];
  for (const value of identifiers) {
    const paper = await lookedUp(deps, value, signal);
    if (paper === undefined) continue;
    if (printsTitle(text, paper.title)) return { paper, printed: { identifiers, title }, candidates: [] };
    named.push(paper);
  }
  const byName = await Promise.all(named.map((paper) => standardPaper(deps.files, paper)));
  const byTitle = await searched(deps, title);
  const candidates = new Map([...byName, ...byTitle].map((paper) => [paper.bibcode, paper]));
  return {
    paper: undefined,
    printed: { identifiers, title },
    candidates: [...candidates.values()].slice(0, MOST_CANDIDATES),
  };
}

async function readHead(path: string, signal: AbortSignal | undefined) {
  try {
    return await readHeadInProcess(path, { signal });
  } catch (error) {
    // The service cannot recognise a scan or an encrypted file, but the user can still add the file with an identifier.
    if (!(error instanceof PdfError)) throw error;
    throw new Refusal(
      'malformed',
      `the PDF cannot be recognised: ${error.message}. Send it together with the identifier of its paper`,
    );
  }
}

/**
 * Finds the paper with a printed identifier. Returns undefined if no source knows the identifier, or if no source can
 * be reached.
 */
async function lookedUp(deps: SearchDeps, identifier: string, signal: AbortSignal | undefined) {
  try {
    return await obtainPaper(deps, identifier, signal);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Searches the sources for the words of a title. */
async function searched(deps: SearchDeps, title: string): Promise<readonly StandardPaper[]> {
  const words = title.replaceAll(/[^\p{L}\p{N}\s-]/gu, ' ').trim();
  if (words.length < 12) return [];
  try {
    return (await searchPapers(deps, { q: `title:"${words}"`, rows: MOST_CANDIDATES })).papers;
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
