import { createHmac } from 'node:crypto';
import { digestOf, sameDigest } from '@almagest/service-kit/credentials';
import { listEndedTags, recordAudit, type OpenedSession } from '@almagest/accounts';
import { inTransaction } from '@almagest/service-kit/database';
import { sql } from 'kysely';
import type { Db } from '../../persistence/database.ts';
import { newToken } from '../../security/token.ts';

const LIFETIME_HOURS = 12;
const TAG_PREFIX = 'admin:';
const BUILT_IN = 'the built-in administrator';

export interface SessionInfo {
  readonly username: string;
  readonly expiresAt: Date;
}

/**
 * The administrator's login sessions. Stores only digests of the session ids, keyed by the credentials used to log in.
 * If the credentials change, for example after a leak, all sessions opened with them become invalid.
 */
export class Sessions {
  readonly #db: Db;
  readonly #user: Buffer;
  readonly #password: Buffer | undefined;

  /** Disables login if there is no password. */
  constructor(db: Db, user: string, password: string | undefined) {
    this.#db = db;
    this.#user = digestOf(user);
    this.#password = password === undefined ? undefined : digestOf(password);
  }

  /**
   * Logs in the administrator. Returns undefined for wrong credentials. The session id is new each time, so that an id
   * planted in the browser beforehand is useless.
   */
  async login(username: string, password: string): Promise<OpenedSession | undefined> {
    const rightUser = sameDigest(digestOf(username), this.#user);
    const rightPassword = this.#password !== undefined && sameDigest(digestOf(password), this.#password);
    if (!rightUser || !rightPassword) return undefined;
    const token = newToken('session');
    const expiresAt = await inTransaction(this.#db, async (trx) => {
      const { expires_at } = await trx
        .insertInto('admin_session')
        .values({
          digest: this.#digestOf(token),
          username,
          expires_at: sql<Date>`now() + make_interval(hours => ${LIFETIME_HOURS})`,
        })
        .returning('expires_at')
        .executeTakeFirstOrThrow();
      await recordAudit(trx, { object: BUILT_IN, actor: { kind: 'built-in', name: username } });
      return expires_at;
    });
    return { token, userName: username, expiresAt };
  }

  async find(id: string): Promise<SessionInfo | undefined> {
    const row = await this.#db
      .selectFrom('admin_session')
      .select(['username', 'expires_at'])
      .where('digest', '=', this.#digestOf(id))
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    return row && { username: row.username, expiresAt: row.expires_at };
  }

  async logout(id: string): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      const digest = this.#digestOf(id);
      const row = await trx
        .deleteFrom('admin_session')
        .where('digest', '=', digest)
        .returning('username')
        .executeTakeFirst();
      if (row !== undefined)
        await recordAudit(trx, { object: BUILT_IN, actor: { kind: 'built-in', name: row.username } });
    });
  }

  /** Returns a tag that identifies a session in memory and in notifications. The id cannot be derived from the tag. */
  tagOf(id: string): string {
    return TAG_PREFIX + this.#digestOf(id).toString('hex');
  }

  /** Returns the tags whose sessions have ended. The tags may belong to the administrator's or to people's sessions. */
  async listEnded(tags: readonly string[]): Promise<string[]> {
    const own = tags.filter((tag) => tag.startsWith(TAG_PREFIX));
    const others = tags.filter((tag) => !tag.startsWith(TAG_PREFIX));
    return [...(await this.#listEndedOwn(own)), ...(await listEndedTags(this.#db, others))];
  }

  async #listEndedOwn(tags: readonly string[]): Promise<string[]> {
    if (tags.length === 0) return [];
    const rows = await this.#db
      .selectFrom('admin_session')
      .select('digest')
      .where(
        'digest',
        '=',
        sql<Buffer>`any(${tags.map((tag) => Buffer.from(tag.slice(TAG_PREFIX.length), 'hex'))}::bytea[])`,
      )
      .where('expires_at', '>', sql<Date>`now()`)
      .execute();
    const open = new Set(rows.map(({ digest }) => TAG_PREFIX + digest.toString('hex')));
    return tags.filter((tag) => !open.has(tag));
  }

  async expire(): Promise<void> {
    await this.#db
      .deleteFrom('admin_session')
      .where('expires_at', '<=', sql<Date>`now()`)
      .execute();
  }

  #digestOf(id: string): Buffer {
    return createHmac('sha256', Buffer.concat([this.#user, this.#password ?? Buffer.alloc(0)]))
      .update(id)
      .digest();
  }
}
