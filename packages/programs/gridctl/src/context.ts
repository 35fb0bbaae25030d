import { findToken, type Credential, type TokenSources } from './client/credential.ts';
import { coordinatorUrl } from './client/coordinator-url.ts';
import { GridClient } from './client/grid-client.ts';
import { findSession, sessionFile } from './client/session-file.ts';
import { Transport } from './client/transport.ts';
import { Terminal } from './output/terminal.ts';

export interface GlobalOptions extends TokenSources {
  readonly url: string;
  readonly output: 'table' | 'json';
  readonly yes?: true;
  readonly color: boolean;
}

/** The context of every command. */
export interface Context {
  readonly client: GridClient;
  readonly terminal: Terminal;
  /** Questions count as answered with yes. */
  readonly yes: boolean;
  /** Aborted by Ctrl-C or SIGTERM. Commands then clean up and end. */
  readonly signal: AbortSignal;
}

export type OpenContext = () => Promise<Context>;

export async function openContext(options: GlobalOptions, signal: AbortSignal): Promise<Context> {
  const url = coordinatorUrl(options.url);
  return {
    client: new GridClient(new Transport(url, await findCredential(options, url))),
    terminal: new Terminal({ json: options.output === 'json', color: options.color }),
    yes: options.yes === true,
    signal,
  };
}

async function findCredential(options: GlobalOptions, url: string): Promise<Credential> {
  const token = await findToken(options, process.env);
  if (token !== undefined) return { kind: 'token', token };
  const session = await findSession(sessionFile(process.env), url);
  return session ? { kind: 'session', session } : { kind: 'none' };
}
