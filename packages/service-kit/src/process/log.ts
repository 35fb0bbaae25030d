import { currentSpan } from '@almagest/tracing';
import { pino, stdSerializers, type Logger } from 'pino';
import pretty from 'pino-pretty';

export type { Logger };

/** Opens a log that writes one JSON line per event, or readable lines on a terminal. Neither contains credentials. */
export function openLog(name: string, level: string): Logger {
  const options = {
    name,
    level,
    base: { name, pid: process.pid },
    serializers: { err: plainError },
    mixin: traceField,
    // Runs on the finished line, because a secret can be anywhere in an object or a text.
    hooks: { streamWrite: withoutSecrets },
  };
  return process.stdout.isTTY ? pino(options, prettyLines()) : pino(options);
}

/** Names the current trace in each line. Returns a new object, because pino adds to it. */
function traceField(): { trace_id?: string } {
  const span = currentSpan();
  return span === undefined ? {} : { trace_id: span.traceId };
}

/** Reads each character of a line once, because no part of the pattern can extend over the start of the next field. */
const SECRET_FIELD =
  /"(?=[\w-]*?(?:password|secret|token|authorization|cookie|api[_-]?key))([\w-]+)":(?:"(?:[^"\\]|\\.)*"|\[+(?:"(?:[^"\\]|\\.)*"|[^"[\]])*\]+)/gi;
/** Matches up to the end of the word, because an operator's own token may contain any character. */
const BEARER = /\b(Bearer|Basic) +(?:\\["\\]|[^\s"\\])+/gi;
/** Matches the password of a URL. The user may be missing (`redis://:pass@host`). */
const URL_PASSWORD = /:\/\/([^\s:/@"]*):[^\s/"]*@/g;

function withoutSecrets(line: string): string {
  return line
    .replaceAll(SECRET_FIELD, '"$1":"***"')
    .replaceAll(BEARER, '$1 ***')
    .replaceAll(URL_PASSWORD, '://$1:***@');
}

/** Keeps only the plain error, because libraries attach whole connections and requests, including buffers. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { aggregateErrors, ...rest } = stdSerializers.err(error);
  const several = (aggregateErrors as readonly Error[] | undefined)?.map(({ message }) => message);
  const plain = Object.entries({ ...rest }).filter(([, value]) => typeof value !== 'object');
  return { ...Object.fromEntries(plain), ...(several === undefined ? {} : { several }) };
}

/** Writes synchronously, so that the last lines of a process that exits are not lost. */
function prettyLines() {
  return pretty({ sync: true, singleLine: true, ignore: 'pid', translateTime: 'SYS:HH:MM:ss' });
}
