import { findToken, type Credential, type TokenSources } from './client/credential.ts';
import { coordinatorUrl } from './client/coordinator-url.ts';
import { GridClient } from './client/grid-client.ts';
import { findSession, sessionFile } from './client/session-file.ts';
import { Transport } from './client/transport.ts';
import type { Io } from './io.ts';
import { Terminal } from './output/terminal.ts';

export interface GlobalOptions extends TokenSources {
  readonly url: string;
  readonly output: 'table' | 'json';
  readonly yes?: true;
  readonly color: boolean;
}

export interface Context {
  readonly client: GridClient;
  readonly terminal: Terminal;
  readonly io: Io;
  /** Answers every question with yes. */
  readonly yes: boolean;
  /** Aborted by Ctrl-C or SIGTERM. Commands then clean up and exit. */
  readonly signal: AbortSignal;
}

export type OpenContext = () => Promise<Context>;

export async function openContext(options: GlobalOptions, io: Io, signal: AbortSignal): Promise<Context> {
  const url = coordinatorUrl(options.url);
  return {
    client: new GridClient(new Transport(url, await findCredential(options, io, url))),
    terminal: new Terminal(io, { json: options.output === 'json', color: options.color }),
    io,
    yes: options.yes === true,
    signal,
  };
}

async function findCredential(options: GlobalOptions, { env }: Io, url: string): Promise<Credential> {
  const token = await findToken(options, env);
  if (token !== undefined) return { kind: 'token', token };
  const session = await findSession(sessionFile(env), url);
  return session ? { kind: 'session', session } : { kind: 'none' };
}
