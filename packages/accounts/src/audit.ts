import type { AuditEvent, AuditFilter, AuditPage, AuditQuery } from '@almagest/contracts';
import { sql, type ExpressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { AccountDb, AccountTables, AccountTransaction } from './account-tables.ts';
import { currentRequest, type Actor } from './request-context.ts';

interface AuditEntry {
  /** The changed object, such as `workflow ocean`. */
  readonly object: string;
  /** Details of the change. Must contain no secret and no text of notes. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly outcome?: 'done' | 'refused';
  /** Replaces the caller of the request, for example after a sign-in. */
  readonly actor?: Actor;
  /** The name of a background job. Requests have the name of their operation. */
  readonly job?: string;
}

const NO_REQUEST = {
  actor: { kind: 'service', name: 'service' },
  address: null,
  requestId: null,
  operation: undefined,
} as const;

/** Records a change in the audit log. Call it in the transaction of the change. */
export async function recordAudit(trx: AccountTransaction, entry: AuditEntry): Promise<void> {
  const request = currentRequest() ?? NO_REQUEST;
  const { outcome = 'done', detail = {} } = entry;
  const actor: Actor = entry.actor ?? request.actor;
  const operation = entry.job ?? request.operation;
  if (operation === undefined)
    throw new Error(`a change of ${entry.object} has neither a request nor a job. Pass a job`);
  await trx
    .insertInto('audit_event')
    .values({
      actor_kind: actor.kind,
      actor: actor.name,
      account_id: actor.accountId ?? null,
      api_key: actor.apiKey ?? null,
      address: request.address,
      request_id: request.requestId,
      operation,
      object: entry.object,
      outcome,
      detail: JSON.stringify(detail),
    })
    .execute();
}

const PAGE = 100;

/** Returns a page of the log, newest first. */
export async function listAudit(db: AccountDb, query: AuditQuery): Promise<AuditPage> {
  const limit = query.limit ?? PAGE;
  const events = await readEvents(db, query, limit + 1, query.cursor);
  const more = events.length > limit;
  const page = events.slice(0, limit);
  return { events: page, next_cursor: more ? (page.at(-1)?.id ?? null) : null };
}

/** Yields the log as JSON lines, newest first. */
export async function* auditLines(db: AccountDb, filter: AuditFilter): AsyncGenerator<string> {
  let cursor: number | undefined;
  do {
    const page: AuditPage = await listAudit(db, { ...filter, limit: 500, ...(cursor === undefined ? {} : { cursor }) });
    yield page.events.map((event) => `${JSON.stringify(event)}\n`).join('');
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

async function readEvents(
  db: AccountDb,
  filter: AuditFilter,
  limit: number,
  cursor: number | undefined,
): Promise<AuditEvent[]> {
  const rows = await db
    .selectFrom('audit_event')
    .selectAll()
    .where((eb) => eb.and(conditions(eb, filter)))
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ account_id: _account, at, ...row }) => ({ ...row, at: at.toISOString() }));
}

function conditions(
  eb: ExpressionBuilder<AccountTables, 'audit_event'>,
  { actor, operation, object, outcome, since, before }: AuditFilter,
): Expression<SqlBool>[] {
  const found: (Expression<SqlBool> | undefined)[] = [
    actor === undefined ? undefined : eb('actor', '=', actor),
    operation === undefined ? undefined : eb('operation', '=', operation),
    object === undefined ? undefined : sql<boolean>`starts_with(object, ${object})`,
    outcome === undefined ? undefined : eb('outcome', '=', outcome),
    since === undefined ? undefined : eb('at', '>=', new Date(since)),
    before === undefined ? undefined : eb('at', '<', new Date(before)),
  ];
  return found.filter((condition) => condition !== undefined);
}

/** Deletes rows older than `days`. The database refuses to delete rows of the last 30 days. */
export async function pruneAudit(db: AccountDb, days: number): Promise<void> {
  await db
    .deleteFrom('audit_event')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
