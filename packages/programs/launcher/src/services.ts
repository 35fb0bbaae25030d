import { join } from 'node:path';
import { loadOrCreateToken, type PersistentToken } from './persistent-token.ts';
import { LITERATURE_SCHEMA, type Settings } from './settings.ts';

/**
 * A service: a folder with the programs `migrate.js` (runs once), `api.js` and `worker.js`. The folder also has
 * `config.js`, whose `readConfig` reads the whole environment of the programs.
 */
export interface Service {
  readonly name: string;
  readonly programs: string;
  /** `ts` means that the programs are sources. */
  readonly language?: 'ts';
  readonly nodeOptions?: readonly string[];
  /** Whether the API and the worker restart when a file that they have loaded changes. */
  readonly watched?: boolean;
  readonly port: number;
  /** The port of the worker metrics. Undefined if the metrics are not served. */
  readonly metricsPort?: number;
  readonly page: { readonly label: string; readonly path: string };
  /** Folders to create before the service starts. */
  readonly folders: readonly string[];
  /** The service's own token, created here and stored in the state folder if the service needs a token. */
  readonly ownToken?: { readonly variable: string; readonly file: string };
  readonly environment: Readonly<Record<string, string>>;
}

export function listServices(checkout: string, settings: Settings, environment: NodeJS.ProcessEnv): Service[] {
  const { stateDir, gridMetricsPort, literatureMetricsPort } = settings;
  const dataDir = environment['DATA_DIR'] || join(stateDir, 'grid');
  const libraryDir = environment['LIBRARY_DIR'] || join(stateDir, 'literature');
  const assetsDir = environment['ASSETS_DIR'] || join(stateDir, 'assets');
  return [
    {
      name: 'grid coordinator',
      programs: join(checkout, 'services/grid-coordinator/dist'),
      port: settings.gridPort,
      ...(gridMetricsPort === undefined ? {} : { metricsPort: gridMetricsPort }),
      page: { label: 'console', path: '/' },
      folders: [dataDir, assetsDir],
      environment: { DATA_DIR: dataDir, ASSETS_DIR: assetsDir },
    },
    {
      name: 'literature service',
      programs: join(checkout, 'services/literature/dist'),
      port: settings.literaturePort,
      ...(literatureMetricsPort === undefined ? {} : { metricsPort: literatureMetricsPort }),
      page: { label: 'reader', path: '/' },
      folders: [libraryDir],
      ...(isOpenToOthers(environment) ? { ownToken: { variable: 'API_TOKEN', file: 'api-token' } } : {}),
      environment: { LIBRARY_DIR: libraryDir, DATABASE_SCHEMA: LITERATURE_SCHEMA },
    },
  ];
}

const LOOPBACK = ['', '127.0.0.1', '::1', 'localhost'];

/** Returns whether other machines could use the library without a token although ALLOW_OPEN does not permit it. */
function isOpenToOthers({ HOST: host = '', API_TOKEN, API_TOKEN_FILE, ALLOW_OPEN }: NodeJS.ProcessEnv): boolean {
  return !LOOPBACK.includes(host) && !API_TOKEN && !API_TOKEN_FILE && ALLOW_OPEN !== '1';
}

/** Returns the additional environment of a service's programs, and the token that was created for the service. */
export async function ownEnvironment(
  { ownToken, environment, port, metricsPort }: Service,
  stateDir: string,
): Promise<{ readonly variables: Readonly<Record<string, string>>; readonly token?: PersistentToken }> {
  const ports = { PORT: String(port), ...(metricsPort === undefined ? {} : { METRICS_PORT: String(metricsPort) }) };
  if (ownToken === undefined) return { variables: { ...environment, ...ports } };
  const token = await loadOrCreateToken(stateDir, { ...ownToken, given: undefined });
  return { variables: { ...environment, ...ports, [ownToken.variable]: token.value }, token };
}
