import type { SourceChoice } from '@almagest/contracts/literature';
import { queryOf } from '../../domain/search/pasted-query.ts';
import type { LiteratureSource, SourceError } from '../../sources/source.ts';
import { queryAll, refuseIfAllFailed } from './query-sources.ts';

/**
 * Counts the matching papers of a query in each source. A paper that both sources have is counted twice, because the
 * lists are not compared.
 */
export async function countMatches(
  { sources }: { readonly sources: readonly LiteratureSource[] },
  { q, source }: { readonly q: string; readonly source: SourceChoice },
): Promise<{ total: number; failures: readonly SourceError[] }> {
  const selected = sources.filter((one) => source === 'all' || one.source === source);
  const { answers, failures } = await queryAll(selected, (one) => one.count(queryOf(q)));
  refuseIfAllFailed(answers, failures);
  return { total: answers.reduce((sum, n) => sum + n, 0), failures };
}
