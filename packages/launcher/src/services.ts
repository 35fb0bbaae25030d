import { join } from 'node:path';
import type { Settings } from './settings.ts';

/** One service: a folder with the programs `migrate.js` (runs once), `api.js` and `worker.js`. */
export interface Service {
  readonly name: string;
  readonly programs: string;
  readonly port: number;
  /** Where people look at it. */
  readonly consolePath: string;
  /** Made before the service starts. */
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Every service of this machine. */
export function listServices(checkout: string, settings: Settings, environment: NodeJS.ProcessEnv): Service[] {
  const dataDir = join(settings.stateDir, 'grid');
  const assetsDir = environment['ASSETS_DIR'] || join(settings.stateDir, 'assets');
  return [
    {
      name: 'grid coordinator',
      programs: join(checkout, 'services/grid-coordinator/dist'),
      port: settings.gridPort,
      consolePath: '/',
      folders: [dataDir, assetsDir],
      environment: { DATA_DIR: dataDir, ASSETS_DIR: assetsDir },
    },
  ];
}
