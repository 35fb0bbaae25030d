import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorCode, fileFailure, UsageError } from '../errors.ts';
import { writeAtomically } from '../files/atomic-file.ts';

export interface StoredSession {
  readonly username: string;
  /** `name=value`, as in the Cookie header. */
  readonly cookie: string;
  readonly expires_at: string;
}

type Sessions = Readonly<Record<string, StoredSession>>;

/**
 * Returns the path of the file with the sessions, keyed by coordinator. A cookie is as good as a password until
 * it expires, so the file's mode is 0600.
 */
export function sessionFile(env: NodeJS.ProcessEnv): string {
  return join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'almagest', 'gridctl.json');
}

export async function findSession(file: string, url: string): Promise<StoredSession | undefined> {
  return (await readSessions(file))[url];
}

/** Stores a session, or removes it. Also removes expired sessions of other coordinators. */
export async function storeSession(file: string, url: string, session: StoredSession | undefined): Promise<void> {
  const now = Date.now();
  const kept = Object.entries(await readSessions(file)).filter(
    ([known, { expires_at }]) => known !== url && Date.parse(expires_at) > now,
  );
  const sessions: Sessions = Object.fromEntries(session ? [...kept, [url, session]] : kept);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw fileFailure('write', file, error);
  });
  const text = `${JSON.stringify({ sessions }, null, 2)}\n`;
  await writeAtomically(file, (handle) => handle.writeFile(text), { mode: 0o600 });
}

async function readSessions(file: string): Promise<Sessions> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw fileFailure('read', file, error);
  }
  const sessions = parseSessions(text);
  if (!sessions) throw new UsageError(`${file} is damaged. Remove it and run gridctl login`);
  return sessions;
}

/** Parses a session file. Returns undefined if it is damaged. The caller reports the file name. */
export function parseSessions(text: string): Sessions | undefined {
  try {
    const { sessions } = JSON.parse(text) as { sessions: Record<string, Partial<StoredSession>> };
    const isWhole = Object.values(sessions).every(
      (session) =>
        typeof session.username === 'string' &&
        typeof session.expires_at === 'string' &&
        // The cookie goes into a header unchanged.
        /^grid_session=[\x21-\x7e]+$/.test(session.cookie ?? ''),
    );
    return isWhole ? (sessions as Sessions) : undefined;
  } catch {
    return undefined;
  }
}
