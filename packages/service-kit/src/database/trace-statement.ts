import { currentSpan, startSpan } from '@almagest/tracing';
import type { LogEvent } from 'kysely';

/** Longer statements are cut. */
const LONGEST = 2_000;

/**
 * Records a completed statement as a span of the current request or job. The text has placeholders instead of values.
 */
export function traceStatement({ level, query, queryDurationMillis, ...rest }: LogEvent): void {
  if (currentSpan() === undefined) return;
  const text = query.sql.trim().slice(0, LONGEST);
  const [verb = 'statement'] = text.split(/\s/, 1);
  const span = startSpan(verb, {
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
    startedAgoMs: queryDurationMillis,
  });
  if (level === 'error' && 'error' in rest) span?.fail(rest.error);
  span?.end();
}
