import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigurationFault } from '@almagest/service-kit/environment';

/** What the system itself, its libraries and Node look at. */
const OF_THE_SYSTEM =
  /^(?:PATH|HOME|USER|LOGNAME|TERM|TZ|TMPDIR|LANG|LANGUAGE|LC_\w+|NO_COLOR|FORCE_COLOR|LD_\w+|MALLOC_\w+|SSL_CERT_FILE|SSL_CERT_DIR)$/;
const OF_NODE =
  /^NODE_(?:OPTIONS|ENV|EXTRA_CA_CERTS|USE_SYSTEM_CA|COMPILE_CACHE|DEBUG|V8_COVERAGE|NO_WARNINGS|TLS_REJECT_UNAUTHORIZED)$/;
/** The PostgreSQL client takes from these what the address does not say. */
const OF_THE_DATABASE = /^PG[A-Z]+$/;

/** The variables that a program of anybody may see. */
export function ofTheSystem(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return only(environment, (name) => OF_THE_SYSTEM.test(name) || OF_NODE.test(name));
}

/**
 * The part of the environment that a service's programs get: what their own `readConfig` reads and what the system
 * needs. What belongs to another service, its secrets above all, stays here.
 */
export async function handedOn(programs: string, environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { readConfig } = (await import(pathToFileURL(join(programs, 'config.js')).href)) as {
    readonly readConfig: (values: NodeJS.ProcessEnv, argv: readonly string[]) => unknown;
  };
  const read: NodeJS.ProcessEnv = {};
  const recording = new Proxy(environment, {
    get(values, name) {
      const value = values[String(name)];
      if (value !== undefined) read[String(name)] = value;
      return value;
    },
  });
  try {
    readConfig(recording, []);
  } catch (error) {
    // It reads everything before it complains, and the program itself says what is wrong.
    if (!(error instanceof ConfigurationFault)) throw error;
  }
  return { ...ofTheSystem(environment), ...only(environment, (name) => OF_THE_DATABASE.test(name)), ...read };
}

function only(environment: NodeJS.ProcessEnv, isMeant: (name: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isMeant(name)));
}
