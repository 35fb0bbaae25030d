import { resolve } from 'node:path';

/** What the launcher itself takes from the environment; everything else is handed on to the services. */
export interface Settings {
  readonly stateDir: string;
  readonly gridPort: number;
  readonly literaturePort: number;
  /** Unset: the embedded database. */
  readonly databaseUrl?: string;
}

/** Throws one message that names every variable that is wrong. */
export function readSettings(environment: NodeJS.ProcessEnv, checkout: string): Settings {
  const faults: string[] = [];
  const port = (name: string, fallback: number) => {
    const text = environment[name] || String(fallback);
    const value = Number(text);
    const valid = /^\d+$/.test(text) && value > 0 && value < 65_536;
    if (!valid) faults.push(`${name}=${text}: expected a port, 1 to 65535`);
    return value;
  };
  const url = (name: string, protocols: readonly string[]) => {
    const text = environment[name];
    if (text && !protocols.some((protocol) => text.startsWith(protocol))) {
      faults.push(`${name}: expected an address that starts with ${protocols.join(' or ')}`);
    }
    return text || undefined;
  };

  const gridPort = port('GRID_PORT', 8090);
  const literaturePort = port('LITERATURE_PORT', 8000);
  if (gridPort === literaturePort) faults.push(`GRID_PORT and LITERATURE_PORT are both ${gridPort}`);
  const databaseUrl = url('DATABASE_URL', ['postgresql://', 'postgres://']);
  url('REDIS_URL', ['redis://', 'rediss://', 'unix://']);
  if (faults.length > 0) throw new Error(faults.join('; '));
  return {
    stateDir: environment['STATE_DIR'] ? resolve(environment['STATE_DIR']) : resolve(checkout, '.state'),
    gridPort,
    literaturePort,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  };
}
