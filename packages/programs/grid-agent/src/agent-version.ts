import { readFileSync } from 'node:fs';

/** The version of this program. Every report contains it. */
export const AGENT_VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version;
