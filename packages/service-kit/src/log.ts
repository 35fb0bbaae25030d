import { pino, stdSerializers, type Logger } from 'pino';
import pretty from 'pino-pretty';

export type { Logger };

/** One JSON line an event; one readable line where a person looks on. Credentials never reach either. */
export function openLog(name: string, level: string): Logger {
  const options = {
    name,
    level,
    base: { name, pid: process.pid },
    serializers: { err: plainError },
    // On the finished line, because no list of paths can know where in an object or a text a secret is.
    hooks: { streamWrite: withoutSecrets },
  };
  return process.stdout.isTTY ? pino(options, prettyLines()) : pino(options);
}

/** Reads each character of a line once: no part of the pattern can extend over the beginning of the next field. */
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

/** Libraries attach whole connections and requests to their errors, including buffers. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { aggregateErrors, ...rest } = stdSerializers.err(error);
  const several = (aggregateErrors as readonly Error[] | undefined)?.map(({ message }) => message);
  const plain = Object.entries({ ...rest }).filter(([, value]) => typeof value !== 'object');
  return { ...Object.fromEntries(plain), ...(several === undefined ? {} : { several }) };
}

/** Written at once, so that the last lines of a process that ends itself are there. */
function prettyLines() {
  return pretty({ sync: true, singleLine: true, ignore: 'pid', translateTime: 'SYS:HH:MM:ss' });
}
