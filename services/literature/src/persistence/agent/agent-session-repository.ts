import type { PermissionMode, SessionPage, SessionRecord, SessionStatus } from '@almagest/contracts/literature';
import { sql } from 'kysely';
import type { Ownership, Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../database.ts';
import { visibleTo } from '../people/visibility.ts';

export interface SessionRow extends Ownership {
  readonly id: string;
  readonly title: string;
  readonly status: SessionStatus;
  readonly permission_mode: PermissionMode;
  readonly thinking: boolean;
  readonly run: number;
  readonly run_steps: number;
  readonly run_began_at: Date | null;
  readonly takes: number;
  readonly last_event: number;
  readonly heard_event: number;
  /** Tools that the user has allowed for the whole session. */
  readonly allowed_tools: readonly string[];
  /** The person who asked the current question. Null for the built-in account. */
  readonly asker_id: string | null;
}

export const SESSION_ROW = [
  'id',
  'title',
  'status',
  'permission_mode',
  'thinking',
  'run',
  'run_steps',
  'run_began_at',
  'takes',
  'last_event',
  'heard_event',
  'allowed_tools',
  'asker_id',
  'owner_id',
  'sharing',
  'shared_group',
] as const;

/** The settings of a run. The question that starts the run sets them. */
export interface RunSettings {
  readonly permission_mode: PermissionMode;
  readonly thinking: boolean;
}

export async function insertSession(
  trx: Tx,
  { ownerId }: Viewer,
  { id, title, ...settings }: RunSettings & { readonly id: string; readonly title: string },
): Promise<void> {
  await trx
    .insertInto('agent_session')
    .values({ id, title, status: 'running', ...settings, owner_id: ownerId, asker_id: ownerId })
    .execute();
}

/**
 * Locks a session until the end of the transaction. Returns undefined if the session is deleted or the viewer may not
 * see it.
 */
export async function lockSession(trx: Tx, viewer: Viewer, id: string): Promise<SessionRow | undefined> {
  return await trx
    .selectFrom('agent_session')
    .select(SESSION_ROW)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(visibleTo(viewer, 'agent_session'))
    .forUpdate()
    .executeTakeFirst();
}

/** Begins another run of an idle session. */
export async function beginRun(
  trx: Tx,
  id: string,
  settings: Partial<RunSettings & { readonly asker_id: string | null }> = {},
): Promise<void> {
  await trx
    .updateTable('agent_session')
    .set({
      ...settings,
      status: 'running',
      run: sql<number>`run + 1`,
      run_steps: 0,
      run_began_at: null,
      takes: 0,
      heard_event: sql<number>`last_event`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** The duration of the current run. 0 if no run is active. */
const RUN_MS = sql<number>`coalesce(round(1000 * extract(epoch from now() - run_began_at)), 0)::int`;

export async function endRun(trx: Tx, id: string, status: Exclude<SessionStatus, 'running'>): Promise<void> {
  await trx
    .updateTable('agent_session')
    .set({
      status,
      lease_holder: null,
      heard_event: sql<number>`last_event`,
      worked_ms: sql<number>`worked_ms + ${RUN_MS}`,
      run_began_at: null,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Adds the number of tokens that an answer of the model has used. */
export async function countTokens(trx: Tx, id: string, prompt: number, completion: number): Promise<void> {
  await trx
    .updateTable('agent_session')
    .set({
      prompt_tokens: sql<number>`prompt_tokens + ${prompt}`,
      completion_tokens: sql<number>`completion_tokens + ${completion}`,
    })
    .where('id', '=', id)
    .execute();
}

/** Allows a tool for the whole session, or revokes the permission. */
export async function setAllowed(trx: Tx, id: string, tool: string, isAllowed: boolean): Promise<void> {
  const others = sql`array_remove(allowed_tools, ${tool})`;
  await trx
    .updateTable('agent_session')
    .set({ allowed_tools: isAllowed ? sql<string[]>`array_append(${others}, ${tool})` : sql<string[]>`${others}` })
    .where('id', '=', id)
    .execute();
}

/** Returns a session's token usage, allowed tools, and the position of its stream. */
export async function findSessionState(db: Db, id: string) {
  return await db
    .selectFrom('agent_session')
    .select(['permission_mode', 'thinking', 'last_event', 'heard_event', 'allowed_tools'])
    .select(['prompt_tokens', 'completion_tokens', sql<number>`(worked_ms + ${RUN_MS})::float8`.as('worked_ms')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Records that messages contain the text of all events so far. */
export async function markStreamed(trx: Tx, id: string): Promise<void> {
  await trx
    .updateTable('agent_session')
    .set({ heard_event: sql<number>`last_event` })
    .where('id', '=', id)
    .execute();
}

export async function countStep(trx: Tx, id: string, thread: number): Promise<void> {
  await trx
    .updateTable('agent_session')
    .set({ run_steps: sql<number>`run_steps + 1`, total_steps: sql<number>`total_steps + 1` })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('agent_thread')
    .set({ steps: sql<number>`steps + 1` })
    .where('session_id', '=', id)
    .where('thread', '=', thread)
    .execute();
}

export async function markDeleted(trx: Tx, id: string): Promise<void> {
  await trx
    .updateTable('agent_session')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Returns which of these sessions have an unfinished run. */
export async function listRunning(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('agent_session')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'running')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A session with the columns that say who may see and change the session. */
export type OwnedSession = Omit<SessionRecord, 'ownership'> & Ownership;

const RECORD = [
  'owner_id',
  'sharing',
  'shared_group',
  'id',
  'title',
  'status',
  'created_at',
  'updated_at',
  sql<number>`(select count(*) from agent_message where session_id = agent_session.id)`.as('message_count'),
] as const;

export async function findSession(db: Db, viewer: Viewer, id: string): Promise<OwnedSession | undefined> {
  const row = await db
    .selectFrom('agent_session')
    .select(RECORD)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(visibleTo(viewer, 'agent_session'))
    .executeTakeFirst();
  return row && recordOf(row);
}

/** Lists the visible sessions, most recently used first, and their total number. */
export async function listSessions(
  db: Db,
  viewer: Viewer,
  { limit = 20, offset = 0 }: SessionPage,
): Promise<{ sessions: OwnedSession[]; total: number }> {
  const kept = db.selectFrom('agent_session').where('deleted_at', 'is', null).where(visibleTo(viewer, 'agent_session'));
  const rows = await kept
    .select(RECORD)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await kept.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { sessions: rows.map(recordOf), total };
}

function recordOf({
  created_at,
  updated_at,
  ...row
}: Omit<OwnedSession, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }): OwnedSession {
  return { ...row, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}
