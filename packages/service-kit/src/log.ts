import { pino, stdSerializers, type Logger } from 'pino';

export type { Logger };

const LEVEL_NAMES: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** One JSON line an event; one readable line where a person looks on. Credentials never reach either. */
export function openLog(name: string, level: string): Logger {
  const options = {
    name,
    level,
    base: { name, pid: process.pid },
    serializers: { err: plainError },
    // On the finished line, for no list of paths knows how deep, or within which text, a secret will stand.
    hooks: { streamWrite: withoutSecrets },
  };
  return process.stdout.isTTY
    ? pino(options, { write: (line: string) => void process.stdout.write(readable(line)) })
    : pino(options);
}

/** Looks at each character of a line once, whoever wrote it: no part goes on over the beginning of the next field. */
const SECRET_FIELD =
  /"(?=[\w-]*?(?:password|secret|token|authorization|cookie|api[_-]?key))([\w-]+)":(?:"(?:[^"\\]|\\.)*"|\[+(?:"(?:[^"\\]|\\.)*"|[^"[\]])*\]+)/gi;
/** Up to the end of the word: an operator's own token may hold any character. */
const BEARER = /\b(Bearer|Basic) +(?:\\["\\]|[^\s"\\])+/gi;
/** The password of a URL: a user may be missing before it (`redis://:pass@host`). */
const URL_PASSWORD = /:\/\/([^\s:/@"]*):[^\s/"]*@/g;

function withoutSecrets(line: string): string {
  return line
    .replaceAll(SECRET_FIELD, '"$1":"***"')
    .replaceAll(BEARER, '$1 ***')
    .replaceAll(URL_PASSWORD, '://$1:***@');
}

/** Libraries hang on an error what they failed with: whole connections and requests, their buffers included. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { aggregateErrors, ...rest } = stdSerializers.err(error);
  const several = (aggregateErrors as readonly Error[] | undefined)?.map(({ message }) => message);
  const plain = Object.entries({ ...rest }).filter(([, value]) => typeof value !== 'object');
  return { ...Object.fromEntries(plain), ...(several === undefined ? {} : { several }) };
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
