import { pathToFileURL } from 'node:url';
import { ConfigurationError } from '@almagest/service-kit/environment';

/** Variables that the system, its libraries and Node read. */
const SYSTEM_VARIABLES =
  /^(?:PATH|HOME|USER|LOGNAME|TERM|TZ|TMPDIR|LANG|LANGUAGE|LC_\w+|NO_COLOR|FORCE_COLOR|LD_\w+|MALLOC_\w+|SSL_CERT_FILE|SSL_CERT_DIR)$/;
const NODE_VARIABLES =
  /^NODE_(?:OPTIONS|ENV|EXTRA_CA_CERTS|USE_SYSTEM_CA|COMPILE_CACHE|DEBUG|V8_COVERAGE|NO_WARNINGS|TLS_REJECT_UNAUTHORIZED)$/;
/** The commit that every program shows. */
const COMMIT_VARIABLE = 'ALMAGEST_COMMIT';
/** Variables that the PostgreSQL client uses for values missing in the connection URL. */
const POSTGRES_VARIABLES = /^PG[A-Z]+$/;

/** Returns the variables that every program may see. */
export function systemEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return only(
    environment,
    (name) => SYSTEM_VARIABLES.test(name) || NODE_VARIABLES.test(name) || name === COMMIT_VARIABLE,
  );
}

/**
 * Returns the environment of a service's programs: the system's variables and the variables that the service's own
 * `readConfig` reads. Variables of other services, such as their secrets, are not passed on.
 */
export async function serviceEnvironment(
  configFile: string,
  environment: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const { readConfig } = (await import(pathToFileURL(configFile).href)) as {
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
    // `readConfig` reads everything before it throws, and the program itself reports the faults.
    if (!(error instanceof ConfigurationError)) throw error;
  }
  return { ...systemEnvironment(environment), ...only(environment, (name) => POSTGRES_VARIABLES.test(name)), ...read };
}

function only(environment: NodeJS.ProcessEnv, isMeant: (name: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isMeant(name)));
}
