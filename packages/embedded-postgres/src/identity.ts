import { spawnSync } from 'node:child_process';
import { lchownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresError } from './postgres-error.ts';

const NOBODY = 65534;

/** The account that runs the server. PostgreSQL refuses to run as root. */
export interface Identity {
  readonly prefix: readonly string[];
  /** The owner of the files, if the server really runs as another account outside its namespace. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

function works(command: readonly string[]): boolean {
  const [program = '', ...args] = command;
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}

/**
 * Chooses the account that runs the server. An ordinary user runs it directly. For root, the first match wins: 1.
 * existing files of another account: that account, otherwise they could not be read; 2. a user namespace in which root
 * appears as `nobody`: files stay root's, paths below /root work, and no
 *     account is created on the machine;
 * 3. if namespaces are forbidden (default rules of many containers): a plain change to `nobody`, which then owns the
 *     data directory.
 */
export function chooseIdentity(dataDir: string): Identity {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const found = lstatSync(dataDir, { throwIfNoEntry: false });
  if (found && found.uid !== 0) return become(found.uid, found.gid);
  const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  return works(namespace) ? { prefix: namespace } : become(NOBODY, NOBODY);
}

function become(uid: number, gid: number): Identity {
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  if (works(prefix)) return { prefix, owner: { uid, gid } };
  throw new PostgresError(
    'PostgreSQL does not run as root, and neither unshare nor setpriv can switch to another account here: ' +
      'start as an ordinary user, or name a server in DATABASE_URL',
  );
}

/** Gives the whole tree to the account that the server runs as. */
export function handOver(directory: string, { owner }: Identity): void {
  if (!owner) return;
  lchownSync(directory, owner.uid, owner.gid);
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(directory, entry), owner.uid, owner.gid);
  }
}
