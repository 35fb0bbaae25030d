import { Refusal, type RefusalKind } from '@almagest/service-kit/refusal';
import { SourceError, type LiteratureSource } from '../../sources/source.ts';

export interface SourceResults<T> {
  readonly answers: readonly T[];
  readonly failures: readonly SourceError[];
}

/** Queries the sources concurrently. If one source fails, the results of the other sources are still returned. */
export async function queryAll<T>(
  sources: readonly LiteratureSource[],
  query: (source: LiteratureSource) => Promise<T>,
): Promise<SourceResults<T>> {
  const settled = await Promise.allSettled(sources.map((source) => query(source)));
  const answers: T[] = [];
  const failures: SourceError[] = [];
  for (const result of settled) {
    if (result.status === 'fulfilled') answers.push(result.value);
    else if (result.reason instanceof SourceError) failures.push(result.reason);
    else throw result.reason;
  }
  return { answers, failures };
}

/** Throws if every source failed. The kind of the refusal says whether the caller must correct the query. */
export function refuseIfAllFailed(answers: readonly unknown[], failures: readonly SourceError[]): void {
  if (answers.length > 0 || failures.length === 0) return;
  const message = failures.map((failure) => `${failure.source}: ${failure.message}`).join('; ');
  throw new Refusal(worst(failures), message);
}

function worst(failures: readonly SourceError[]): RefusalKind {
  const kinds = new Set(failures.map(({ kind }) => kind));
  const order: readonly RefusalKind[] = ['upstream_failed', 'upstream_refused', 'upstream_silent'];
  return order.find((kind) => kinds.has(kind)) ?? 'malformed';
}
