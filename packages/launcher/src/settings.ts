import { resolve } from 'node:path';
import { Environment } from '@almagest/service-kit/environment';

/** What the launcher itself takes from the environment. */
export interface Settings {
  readonly stateDir: string;
  readonly gridPort: number;
  readonly literaturePort: number;
  /** Where each worker answers scrapes; unset: nowhere. */
  readonly gridMetricsPort?: number;
  readonly literatureMetricsPort?: number;
  /** Unset: the embedded database. */
  readonly databaseUrl?: string;
  /** Unset: one that is made at the first start. */
  readonly adminToken?: string;
}

/** Throws one message that names every variable that is wrong. */
export function readSettings(environment: NodeJS.ProcessEnv, checkout: string): Settings {
  const env = new Environment(environment);
  const optionalPort = (variable: string) =>
    env.optional(variable) === undefined ? undefined : env.integer(variable, 0, PORTS);
  const stateDir = env.optional('STATE_DIR');
  const ports = {
    GRID_PORT: env.integer('GRID_PORT', 8090, PORTS),
    LITERATURE_PORT: env.integer('LITERATURE_PORT', 8000, PORTS),
    GRID_METRICS_PORT: optionalPort('GRID_METRICS_PORT'),
    LITERATURE_METRICS_PORT: optionalPort('LITERATURE_METRICS_PORT'),
  };
  refuseSharedPorts(env, ports);
  // Handed on to both services, only one of two workers would get the port.
  if (env.optional('METRICS_PORT') !== undefined)
    env.refuse('METRICS_PORT is one port for two workers: set GRID_METRICS_PORT and LITERATURE_METRICS_PORT instead');
  if (env.optional('DATABASE_SCHEMA') === LITERATURE_SCHEMA)
    env.refuse(`DATABASE_SCHEMA is that of the coordinator, and ${LITERATURE_SCHEMA} is the literature service's`);
  const databaseUrl = env.optionalUrl('DATABASE_URL', ['postgresql:', 'postgres:']);
  env.optionalUrl('REDIS_URL', ['redis:', 'rediss:']);
  const adminToken = env.secret('ADMIN_TOKEN');
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

/** The schema of the literature service on this machine. */
export const LITERATURE_SCHEMA = 'literature';

const PORTS = { min: 1, max: 65_535 };

function refuseSharedPorts(env: Environment, ports: Readonly<Record<string, number | undefined>>): void {
  const taken = new Map<number, string>();
  for (const [variable, port] of Object.entries(ports)) {
    if (port === undefined) continue;
    const other = taken.get(port);
    if (other !== undefined) env.refuse(`${other} and ${variable} are both ${port}`);
    else taken.set(port, variable);
  }
}
