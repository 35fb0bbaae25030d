import { openDatabase } from '@almagest/service-kit/database';
import { PostgresRateLimitStore } from '@almagest/service-kit/rate-limit';
import { copyTemplate } from '@almagest/test-kit/test-database';
import { useOpened } from '@almagest/test-kit/use-opened';
import type { PersonRole } from '@almagest/contracts';
import { sql } from 'kysely';
import type { AccountDeps } from '../src/account-deps.ts';
import type { AccountDb, AccountTables } from '../src/account-tables.ts';
import { findBySession } from '../src/find-identity.ts';
import type { PersonIdentity } from '../src/identity.ts';
import { useLink } from '../src/links.ts';
import { invitePerson } from '../src/people.ts';
import { withinRequest, type RequestContext } from '../src/request-context.ts';
import { signIn as openSession, type OpenedSession } from '../src/sign-in.ts';

export const PASSWORD = 'correct horse battery';
export const HOME = '192.0.2.1';

export const REQUEST: RequestContext = {
  actor: { kind: 'built-in', name: 'admin' },
  address: HOME,
  requestId: 'r1',
  operation: 'someOperation',
};

interface World extends AccountDeps {
  readonly db: AccountDb;
  readonly databaseUrl: string;
  /** All tags that have ended. */
  readonly ended: string[];
  close(): Promise<void>;
}

/** Opens a database with the tables of the package. */
export function useAccounts(more: Partial<AccountDeps['accounts']> = {}): World {
  return useOpened(async () => {
    const adminUrl = process.env['ACCOUNT_TEST_ADMIN_URL'];
    if (adminUrl === undefined) throw new Error('the test cluster is not running');
    const at = { url: await copyTemplate(adminUrl), schema: 'people' };
    const { db, pool } = openDatabase<AccountTables>(at, { max: 6, onFault: () => undefined });
    await sql`create table rate_limit_hit (key text, at timestamptz)`.execute(db);
    const ended: string[] = [];
    const accounts: AccountDeps['accounts'] = {
      db,
      service: 'g',
      builtInName: 'admin',
      hasBuiltIn: true,
      linkUrl: (token) => `http://here/link#${token}`,
      publicUrl: 'http://127.0.0.1:8090',
      cookieName: 'session',
      signIn: { hasPasswords: true, provider: undefined },
      secureCookies: false,
      hits: new PostgresRateLimitStore(pool),
      onEnded: (tags) => ended.push(...tags),
      ...more,
    };
    return { accounts, db, databaseUrl: at.url, ended, close: async () => await db.destroy() };
  });
}

export const tokenOf = (url: string): string => url.split('#')[1] ?? '';

/** Creates an active person and returns the id. */
export async function givenPerson(deps: AccountDeps, userName: string, role: PersonRole = 'viewer'): Promise<string> {
  const given = { user_name: userName, display_name: userName, role };
  return await withinRequest(REQUEST, async () => {
    const { person, link } = await invitePerson(deps, given);
    await useLink(deps, { token: tokenOf(link.url), password: PASSWORD });
    return person.id;
  });
}

export const within = <T>(work: () => Promise<T>): Promise<T> => withinRequest(REQUEST, work);

let lastHost = 0;
/** Signs in from a separate address, so that attempts of other tests don't count. */
export async function signIn(
  deps: AccountDeps,
  userName: string,
  password = PASSWORD,
  address = `198.51.100.${(lastHost += 1)}`,
): Promise<OpenedSession> {
  return await within(() => openSession(deps, { userName, password, address, program: 'test' }));
}

export async function signedIn(deps: AccountDeps, userName: string, password?: string): Promise<PersonIdentity> {
  const person = await findBySession(deps.accounts.db, (await signIn(deps, userName, password)).token);
  if (person === undefined) throw new Error('the session is unknown');
  return person;
}
