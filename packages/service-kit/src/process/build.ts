import { API_VERSION } from '@almagest/contracts';

/** The running version, and the commit it was built from if that is known. */
export interface Build {
  readonly version: string;
  readonly commit: string | null;
}

/**
 * Reads `ALMAGEST_COMMIT`, which images define and `npm start` sets from the checkout. Ignores anything but a commit.
 */
export function readBuild(env: NodeJS.ProcessEnv = process.env): Build {
  const commit = env['ALMAGEST_COMMIT'] ?? '';
  return { version: API_VERSION, commit: /^[0-9a-f]{7,40}$/.test(commit) ? commit : null };
}
