import { freePort } from './free-port.ts';
import { logLineOf, runProgram } from './program.ts';
import { programCommand } from './program-command.ts';

export interface OidcProgramOptions {
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The addresses of the services that may use the provider. */
  readonly services: readonly string[];
}

/** Changes that a test makes while the provider runs. */
export interface OidcControl {
  /** The claims of each person, by subject. Other people cannot sign in. */
  readonly people: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** How each ID token is falsified. */
  readonly fault?: { readonly claims?: Readonly<Record<string, unknown>>; readonly isForeignKey?: boolean };
}

export interface OidcServer {
  readonly issuer: string;
  /** The settings of a service that uses the provider. */
  readonly env: Readonly<Record<string, string>>;
  set(control: OidcControl): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a service whose people sign in at a provider.
 *
 * @param open starts the service with these settings
 */
export async function openWithProvider<World extends { close(): Promise<void> }>(
  open: (env: Readonly<Record<string, string>>) => Promise<World>,
): Promise<World & { readonly provider: OidcServer }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const provider = await startOidcServer([url]);
  const world = await open({ PORT: String(port), PUBLIC_URL: url, ...provider.env });
  const close = async () => {
    await world.close();
    await provider.close();
  };
  return { ...world, provider, close };
}

/** Starts an OpenID Connect provider in a separate process. */
export async function startOidcServer(services: readonly string[], atPort?: number): Promise<OidcServer> {
  const port = atPort ?? (await freePort());
  const options: OidcProgramOptions = { port, clientId: 'almagest', clientSecret: 'a secret of the tests', services };
  const command = [...programCommand('packages/tools/test-kit/src/oidc-program.ts'), JSON.stringify(options)];
  const program = runProgram(command, { env: { ...process.env, NODE_ENV: 'production' } });
  await logLineOf(program, 'listening');
  const issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: options.clientId,
      OIDC_CLIENT_SECRET: options.clientSecret,
      OIDC_NAME: 'Test SSO',
    },
    set: async (control) => {
      const { ok } = await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify(control) });
      if (!ok) throw new Error('the provider refuses the change');
    },
    close: async () => await program.kill(),
  };
}
