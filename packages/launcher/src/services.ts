import { join } from 'node:path';
import { adminTokenFile } from './admin-token.ts';
import type { Settings } from './settings.ts';

/** One service: a folder with the programs `migrate.js` (runs once), `api.js` and `worker.js`. */
export interface Service {
  readonly name: string;
  readonly programs: string;
  readonly port: number;
  /** Where people look at it, and what that is. */
  readonly page: { readonly label: string; readonly path: string };
  /** Made before the service starts. */
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Every service of this machine. */
export function listServices(checkout: string, settings: Settings, environment: NodeJS.ProcessEnv): Service[] {
  const dataDir = join(settings.stateDir, 'grid');
  const libraryDir = environment['LIBRARY_DIR'] || join(settings.stateDir, 'literature');
  const assetsDir = environment['ASSETS_DIR'] || join(settings.stateDir, 'assets');
  return [
    {
      name: 'grid coordinator',
      programs: join(checkout, 'services/grid-coordinator/dist'),
      port: settings.gridPort,
      page: { label: 'console', path: '/' },
      folders: [dataDir, assetsDir],
      environment: { DATA_DIR: dataDir, ASSETS_DIR: assetsDir },
    },
    {
      name: 'literature',
      programs: join(checkout, 'services/literature/dist'),
      port: settings.literaturePort,
      page: { label: 'its API', path: '/docs' },
      folders: [libraryDir],
      environment: { LIBRARY_DIR: libraryDir, DATABASE_SCHEMA: 'literature', ...apiToken(settings, environment) },
    },
  ];
}

const LOOPBACK = ['', '127.0.0.1', '::1', 'localhost'];

/** Seen from other machines the library is closed, with the administrator's token where no other is set. */
function apiToken({ stateDir }: Settings, environment: NodeJS.ProcessEnv): Record<string, string> {
  const { HOST: host = '', API_TOKEN, API_TOKEN_FILE, ALLOW_OPEN, ADMIN_TOKEN } = environment;
  if (LOOPBACK.includes(host) || API_TOKEN || API_TOKEN_FILE || ALLOW_OPEN) return {};
  return ADMIN_TOKEN ? { API_TOKEN: ADMIN_TOKEN } : { API_TOKEN_FILE: adminTokenFile(stateDir) };
}
