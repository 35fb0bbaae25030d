import type { SearchSuggestions } from '@almagest/contracts/literature';
import { canBeMisspelt, correctSpelling } from '../../domain/library/correct-spelling.ts';
import { parseSearchQuery, splitTerms } from '../../domain/library/parse-query.ts';
import { foldWords } from '../../domain/retrieval/search-words.ts';
import type { Db } from '../../persistence/database.ts';
import { findInLibrary, type SearchRequest } from '../../persistence/library/library-search.ts';
import { listSimilarWords } from '../../persistence/library/spelling-repository.ts';

/** Queries with more terms get no suggestion, because each term costs a search. */
const MOST_TERMS = 8;

interface Term {
  readonly text: string;
  readonly finds: boolean;
}

/** Suggests alternatives to a query without results. Every suggestion has results. */
export async function suggestSearches(
  db: Db,
  q: string,
  where: Pick<SearchRequest, 'viewer' | 'kinds' | 'filter'>,
): Promise<SearchSuggestions> {
  const texts = splitTerms(q);
  const none: SearchSuggestions = { did_you_mean: null, without: null };
  if (texts.length > MOST_TERMS) return none;
  const finds = async (text: string) => {
    const query = parseSearchQuery(text);
    if (query.wanted.length === 0) return false;
    const { total } = await findInLibrary(db, { query, ...where, offset: 0, limit: 1, placesPerPaper: 1 });
    return total > 0;
  };
  const terms: Term[] = [];
  for (const text of texts) terms.push({ text, finds: text.startsWith('-') || (await finds(text)) });
  const missing = terms.filter((term) => !term.finds);
  if (missing.length === 0) return none;
  const corrected = await correct(db, terms);
  const rest = terms.filter((term) => term.finds).map(({ text }) => text);
  return {
    did_you_mean: corrected !== undefined && (await finds(corrected)) ? corrected : null,
    without: (await finds(rest.join(' '))) ? { q: rest.join(' '), dropped: missing.map(({ text }) => text) } : null,
  };
}

/** Corrects each word that finds nothing on its own. Returns undefined if such a word has no correction. */
async function correct(db: Db, terms: readonly Term[]): Promise<string | undefined> {
  const written: string[] = [];
  for (const { text, finds } of terms) {
    const word = foldWords(text).toLowerCase();
    const right = finds ? text : canBeMisspelt(word) && correctSpelling(word, await listSimilarWords(db, word));
    if (right === false || right === undefined) return undefined;
    written.push(right);
  }
  return written.join(' ');
}
