import { pino, stdSerializers, type Logger } from 'pino';

export type { Logger };

const LEVEL_NAMES: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** One JSON line an event; one readable line where a person looks on. Credentials never reach either. */
export function openLog(name: string, level: string): Logger {
  const options = {
    name,
    level,
    base: { name, pid: process.pid },
    serializers: { err: withoutClient },
    redact: {
      paths: ['*.password', '*.token', '*.node_token', '*.registration_secret', 'headers.authorization'],
      censor: '***',
    },
  };
  return process.stdout.isTTY
    ? pino(options, { write: (line: string) => void process.stdout.write(readable(line)) })
    : pino(options);
}

/** pg hangs the whole connection on an error, its buffers and parameters included. */
function withoutClient(error: Error): unknown {
  const { client: _client, ...rest } = stdSerializers.err(error);
  return rest;
}

function readable(line: string): string {
  const { level, time, name, pid: _pid, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const details = Object.entries(rest).map(([key, value]) => `${key}=${plain(value)}`);
  const fault = err === undefined ? '' : `\n${(err as { stack?: string }).stack ?? JSON.stringify(err)}`;
  const clock = new Date(Number(time)).toISOString().slice(11, 19);
  return `${clock} ${LEVEL_NAMES[Number(level)] ?? plain(level)} ${plain(name)}: ${plain(msg ?? '')} ${details.join(' ')}${fault}\n`;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
