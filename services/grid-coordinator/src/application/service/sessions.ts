import { createHmac } from 'node:crypto';
import { digestOf, sameDigest } from '@almagest/service-kit/credentials';
import { Refusal } from '@almagest/service-kit/refusal';
import { sql } from 'kysely';
import type { Db } from '../../persistence/database.ts';
import { newToken } from '../../security/token.ts';

const LIFETIME_HOURS = 12;

export interface SessionInfo {
  readonly username: string;
  readonly expiresAt: Date;
}

/**
 * The administrator's login sessions. Only digests of their ids are stored, keyed by the credentials used to log in. If
 * the credentials change, for example after a leak, all their sessions become invalid.
 */
export class Sessions {
  readonly #db: Db;
  readonly #user: Buffer;
  readonly #password: Buffer | undefined;

  /** Without a password, login is disabled. */
  constructor(db: Db, user: string, password: string | undefined) {
    this.#db = db;
    this.#user = digestOf(user);
    this.#password = password === undefined ? undefined : digestOf(password);
  }

  /** Logs in with a new session id each time, so that an id planted in the browser beforehand is useless. */
  async login(username: string, password: string): Promise<SessionInfo & { id: string }> {
    const rightUser = sameDigest(digestOf(username), this.#user);
    const rightPassword = this.#password !== undefined && sameDigest(digestOf(password), this.#password);
    if (!rightUser || !rightPassword) throw new Refusal('unauthenticated', 'wrong user name or password');
    const id = newToken('session');
    const { expires_at } = await this.#db
      .insertInto('admin_session')
      .values({
        digest: this.#digestOf(id),
        username,
        expires_at: sql<Date>`now() + make_interval(hours => ${LIFETIME_HOURS})`,
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    return { id, username, expiresAt: expires_at };
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
    await this.#db.deleteFrom('admin_session').where('digest', '=', this.#digestOf(id)).execute();
  }

  /** Returns a key that identifies a session in memory and in notifications. The id cannot be derived from it. */
  keyOf(id: string): string {
    return this.#digestOf(id).toString('hex');
  }

  /** Returns which of the sessions with these keys have ended. */
  async listEnded(keys: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('admin_session')
      .select('digest')
      .where('digest', '=', sql<Buffer>`any(${keys.map((key) => Buffer.from(key, 'hex'))}::bytea[])`)
      .where('expires_at', '>', sql<Date>`now()`)
      .execute();
    const open = new Set(rows.map(({ digest }) => digest.toString('hex')));
    return keys.filter((key) => !open.has(key));
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
