import { spawnSync } from 'node:child_process';
import { lchownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresFailure } from './failure.ts';

const NOBODY = 65534;

/** As whom the server runs: PostgreSQL refuses root. */
export interface Identity {
  /** Goes before the command. */
  readonly prefix: readonly string[];
  /** Set: the files must belong to this account, because outside of the prefix it is really another one. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

function works(command: readonly string[]): boolean {
  const [program = '', ...args] = command;
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}

/**
 * As an ordinary user nothing is needed. As root, in this order:
 *  1. existing files of another account: that account, else nobody could read them;
 *  2. a user namespace in which root appears as `nobody`: files stay root's, paths below /root work, and no
 *     account is made on the machine;
 *  3. where namespaces are forbidden (default rules of many containers): a plain change to `nobody`, to whom the
 *     data directory is given.
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
  throw new PostgresFailure(
    'PostgreSQL does not run as root, and neither unshare nor setpriv gives it another account here: ' +
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
