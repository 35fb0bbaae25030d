import { readFile } from 'node:fs/promises';
import { fileFailure, UsageError } from '../errors.ts';
import { VARIABLES } from '../variables.ts';
import type { StoredSession } from './session-file.ts';

export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'session'; readonly session: StoredSession };

export interface TokenSources {
  readonly token?: string | undefined;
  readonly tokenFile?: string | undefined;
}

/** Finds the operator's token. The command line overrides the environment, and a token overrides a token file. */
export async function findToken(commandLine: TokenSources, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (commandLine.token !== undefined && commandLine.tokenFile !== undefined) {
    throw new UsageError('give either --token or --token-file, not both');
  }
  const fromEnv = {
    token: env[VARIABLES.token.name] || undefined,
    tokenFile: env[VARIABLES.tokenFile.name] || undefined,
  };
  for (const [sources, prefix] of [
    [commandLine, '--token'],
    [fromEnv, VARIABLES.token.name],
  ] as const) {
    if (sources.token !== undefined) return checkToken(sources.token, prefix);
    if (sources.tokenFile !== undefined) return checkToken(await readToken(sources.tokenFile), sources.tokenFile);
  }
  return undefined;
}

async function readToken(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw fileFailure('read', file, error);
  }
}

/**
 * Checks the token here, because an HTTP library that rejects a header value may print the value. A token must never be
 * printed.
 */
function checkToken(text: string, source: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) {
    const fault = token === '' ? 'is empty' : 'contains blanks or invalid characters';
    throw new UsageError(`the token from ${source} ${fault}`);
  }
  return token;
}
