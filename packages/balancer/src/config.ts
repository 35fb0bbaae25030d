import { Environment } from '@almagest/service-kit/environment';

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Names whose addresses are the replicas: one name may have many. */
  readonly backends: readonly BackendName[];
  readonly checkEveryMs: number;
  /** How long a replica may be silent, before its answer and in the midst of it. */
  readonly silenceMs: number;
  readonly logLevel: string;
}

export interface BackendName {
  readonly host: string;
  readonly port: number;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export function readConfig(values: Readonly<Record<string, string | undefined>>, argv: readonly string[]): Config {
  const env = new Environment(values, argv);
  const config: Config = {
    host: env.text('HOST', '127.0.0.1'),
    port: env.integer('PORT', 8090, { max: 65_535 }),
    backends: readBackends(env),
    checkEveryMs: env.integer('CHECK_EVERY_MS', 1_000, { min: 50 }),
    silenceMs: env.integer('SILENCE_TIMEOUT_MS', 120_000, { min: 100 }),
    logLevel: env.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  env.finish();
  return config;
}

function readBackends(env: Environment): BackendName[] {
  const words = env
    .text('BACKENDS')
    .split(',')
    .map((word) => word.trim());
  const names = words.flatMap((word) => {
    const [, host, port] = /^([\w.-]+):(\d{1,5})$/.exec(word) ?? [];
    return host === undefined || port === undefined ? [] : [{ host, port: Number(port) }];
  });
  if (names.length < words.length) env.refuse('BACKENDS is malformed; expected host:port,host:port');
  return names;
}
