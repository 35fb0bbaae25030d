/** The fields of a log line. Callers list the fields one by one, so that no secret is logged by accident. */
type Details = Readonly<Record<string, string | number | boolean | null | undefined>>;

type Level = 'info' | 'warn' | 'error';

export interface Log {
  info(event: string, details?: Details): void;
  warn(event: string, details?: Details): void;
  error(event: string, details?: Details): void;
}

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Opens a log that prints one readable line per event on a terminal, and one JSON object per event elsewhere. */
export function openLog(output: Output, nodeId: string, now: () => Date = () => new Date()): Log {
  const put =
    (level: Level) =>
    (event: string, details: Details = {}) => {
      output.write(
        output.isTTY ? readable(now(), level, event, details) : json(now(), level, event, { nodeId, details }),
      );
    };
  return { info: put('info'), warn: put('warn'), error: put('error') };
}

function readable(at: Date, level: Level, event: string, details: Details): string {
  const mark = level === 'info' ? '' : `${level.toUpperCase()} `;
  const tail = Object.entries(details)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `  ${key}=${oneLine(String(value))}`);
  return `${at.toISOString().slice(11, 19)} ${mark}${oneLine(event)}${tail.join('')}\n`;
}

function json(at: Date, level: Level, event: string, of: { nodeId: string; details: Details }): string {
  return `${JSON.stringify({ time: at.toISOString(), level, event, node_id: of.nodeId, ...of.details })}\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? ' | ' : blanks));
}
