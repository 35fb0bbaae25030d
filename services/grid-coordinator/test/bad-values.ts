import type { gridOperations, GridPointParams } from '@almagest/contracts/grid';

export type OperationName = keyof typeof gridOperations;

/** A request to refuse, and what the message must name. */
export interface BadRequest {
  readonly name: OperationName;
  readonly what: string;
  readonly status: number;
  readonly names: string | RegExp;
  /** Values of path parameters. Missing values default to names that exist. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The limits of the coordinator under test. */
export const MAX_JSON_BYTES = 2 * 1024 * 1024;
export const MAX_FORM_TEXT_BYTES = 1024 * 1024;
export const MAX_SEED_BYTES = 1000;

export const ODD: readonly unknown[] = [[], {}, { a: 1 }];
export const NO_TEXT = [...ODD, 7, true, null];
export const NO_COUNT = [...ODD, '4', true, -1, 1.5, 4097, 1e300];
export const NO_NUMBER = [...ODD, '4', true, null, -0.1];
export const NO_NAME = [...NO_TEXT, '', ' ', 'a b', 'a/b', 'a\\b', 'a\u0000', 'é', 'n'.repeat(65)];

export const PARAMS: GridPointParams = { teff: 20_000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 };
export const SUMMARY = { name: 'p', params: PARAMS, converged: true, final_max_relc: 1e-4 };

const BOUNDARY = 'b0undary';

/** Builds a multipart body. `seed_file` is sent as a file. */
export function form(parts: Readonly<Record<string, unknown>>): { body: string; headers: Record<string, string> } {
  const texts = Object.entries(parts).map(([part, value]) => {
    const file = part === 'seed_file' ? '; filename="x.7"\r\nContent-Type: application/octet-stream' : '';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part}"${file}\r\n\r\n${text}\r\n`;
  });
  return {
    body: `${texts.join('')}--${BOUNDARY}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

/** The log of an unknown task. */
export const TASK_LOG = {
  task_id: '00000000-0000-4000-8000-000000000000',
  stdout: { end: 1, text: 'x' },
  stderr: { end: 0, text: '' },
};
export const BAD_TAILS = [
  undefined,
  ...NO_TEXT,
  'x',
  { end: 1 },
  ...NO_COUNT.filter((end) => end !== 4097).map((end) => ({ end, text: '' })),
  ...[...NO_TEXT, 'a NUL \u0000', 'half a pair \ud800', 'x'.repeat(8_193)].map((text) => ({ end: 1, text })),
];
