import { resolve } from 'node:path';
import { Environment } from '@almagest/service-kit/environment';
import type { Setting, Settings as DeclaredSettings } from '@almagest/service-kit/setting';
import { SHARED_SETTINGS } from '@almagest/service-kit/shared-settings';

const COMMANDS = ['start', 'demo'] as const;
const PORTS = { min: 1, max: 65_535, usedBy: COMMANDS } as const;

/** The variables that the launcher itself reads. The services that the launcher starts read all other variables. */
export const SETTINGS = {
  stateDir: {
    name: 'STATE_DIR',
    defaultText: '`.state` in the checkout',
    usedBy: COMMANDS,
    meaning: 'folder for all persistent data: database, tokens, seeds, library. Only its owner can read it',
  },
  gridPort: { name: 'GRID_PORT', fallback: 8090, ...PORTS, meaning: 'port of the grid coordinator' },
  literaturePort: { name: 'LITERATURE_PORT', fallback: 8000, ...PORTS, meaning: 'port of the literature service' },
  gridMetricsPort: {
    name: 'GRID_METRICS_PORT',
    fallback: 0,
    defaultText: 'no port',
    ...PORTS,
    meaning: 'port of `/metrics` of the coordinator’s worker, instead of its `METRICS_PORT`',
  },
  literatureMetricsPort: {
    name: 'LITERATURE_METRICS_PORT',
    fallback: 0,
    defaultText: 'no port',
    ...PORTS,
    meaning: 'port of `/metrics` of the literature service’s worker',
  },
  databaseUrl: {
    ...SHARED_SETTINGS.databaseUrl,
    defaultText: 'an embedded server in `STATE_DIR`',
    usedBy: COMMANDS,
    meaning: 'a PostgreSQL server, 17 or newer, that both services use',
  },
  redisUrl: { ...SHARED_SETTINGS.redisUrl, usedBy: COMMANDS },
  adminToken: {
    name: 'ADMIN_TOKEN',
    defaultText: 'created at the first start and stored in `STATE_DIR/admin-token`',
    secret: true,
    usedBy: COMMANDS,
    meaning: 'the administrator’s token of the coordinator',
  },
  demoGrid: {
    name: 'DEMO_GRID',
    fallback: 'full',
    values: ['full', 'small'],
    usedBy: ['demo'],
    meaning: 'the grid to compute, with 192 or 12 points',
  },
} as const satisfies DeclaredSettings;

export interface Settings {
  readonly stateDir: string;
  readonly gridPort: number;
  readonly literaturePort: number;
  /** The port of the worker metrics. Unset if the metrics are not served. */
  readonly gridMetricsPort?: number;
  readonly literatureMetricsPort?: number;
  /** Unset means the embedded database. */
  readonly databaseUrl?: string;
  /** Unset means that a token is created at the first start. */
  readonly adminToken?: string;
}

/** Reads the launcher's settings. Throws one error that names every invalid variable. */
export function readSettings(environment: NodeJS.ProcessEnv, checkout: string): Settings {
  const env = new Environment(environment);
  const optionalPort = (setting: Setting & { readonly fallback: number }) =>
    env.optional(setting) === undefined ? undefined : env.integer(setting);
  const stateDir = env.optional(SETTINGS.stateDir);
  const ports = {
    GRID_PORT: env.integer(SETTINGS.gridPort),
    LITERATURE_PORT: env.integer(SETTINGS.literaturePort),
    GRID_METRICS_PORT: optionalPort(SETTINGS.gridMetricsPort),
    LITERATURE_METRICS_PORT: optionalPort(SETTINGS.literatureMetricsPort),
  };
  refuseSharedPorts(env, ports);
  // Both workers would use the same port.
  if (env.optional(SHARED_SETTINGS.metricsPort) !== undefined)
    env.refuse('METRICS_PORT cannot serve two workers: set GRID_METRICS_PORT and LITERATURE_METRICS_PORT instead');
  if (env.optional({ name: 'DATABASE_SCHEMA' }) === LITERATURE_SCHEMA)
    env.refuse(
      `DATABASE_SCHEMA is the schema of the coordinator, but ${LITERATURE_SCHEMA} belongs to the literature service: choose another name`,
    );
  const databaseUrl = env.optionalUrl(SETTINGS.databaseUrl);
  env.optionalUrl(SETTINGS.redisUrl);
  const adminToken = env.secret(SETTINGS.adminToken);
  env.finish();
  return {
    stateDir: stateDir === undefined ? resolve(checkout, '.state') : resolve(stateDir),
    gridPort: ports.GRID_PORT,
    literaturePort: ports.LITERATURE_PORT,
    ...(ports.GRID_METRICS_PORT === undefined ? {} : { gridMetricsPort: ports.GRID_METRICS_PORT }),
    ...(ports.LITERATURE_METRICS_PORT === undefined ? {} : { literatureMetricsPort: ports.LITERATURE_METRICS_PORT }),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(adminToken === undefined ? {} : { adminToken }),
  };
}

export type DemoGrid = (typeof SETTINGS.demoGrid.values)[number];

export function readDemoGrid(environment: NodeJS.ProcessEnv): DemoGrid {
  const env = new Environment(environment);
  const size = env.oneOf<DemoGrid>(SETTINGS.demoGrid);
  env.finish();
  return size;
}

/** The schema of the literature service on this machine. */
export const LITERATURE_SCHEMA = 'literature';

function refuseSharedPorts(env: Environment, ports: Readonly<Record<string, number | undefined>>): void {
  const taken = new Map<number, string>();
  for (const [variable, port] of Object.entries(ports)) {
    if (port === undefined) continue;
    const other = taken.get(port);
    if (other !== undefined) env.refuse(`${other} and ${variable} are both ${port}`);
    else taken.set(port, variable);
  }
}
