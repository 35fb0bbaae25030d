import type { LoadNode } from './plan.ts';

const HOST = 'Host: 127.0.0.1\r\n';

function head(line: string, token: string, more: string): string {
  return `${line} HTTP/1.1\r\n${HOST}Authorization: Bearer ${token}\r\n${more}\r\n`;
}

export function getRequest(path: string, token: string): Buffer {
  return Buffer.from(head(`GET ${path}`, token, ''));
}

export function claimRequest({ token }: LoadNode): Buffer {
  return Buffer.from(head('POST /api/task/claim', token, 'Content-Length: 0\r\n'));
}

export function heartbeatRequest({ id, token }: LoadNode): Buffer {
  const body = JSON.stringify({ node_id: id, active_slots: 3, cpu_usage: 71.5, memory_usage: 43.25 });
  const about = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return Buffer.from(head('POST /api/node/heartbeat', token, about) + body);
}

const BOUNDARY = 'almagest-bench-part';
const REPORT_PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="report"\r\n\r\n`;
const SEED_PART = `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="seed_file"; filename="fort.7"\r\nContent-Type: application/octet-stream\r\n\r\n`;
const FORM_END = `\r\n--${BOUNDARY}--\r\n`;
const FORM_TYPE = `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n`;

/** A structure file as written by engines: columns of numbers in Fortran's notation, about 45 kB. */
export const SEED_FILE = Buffer.from(
  Array.from({ length: 50 }, (_, depth) =>
    Array.from({ length: 60 }, (_, place) => ((depth + 1) * 1.0137 ** place).toExponential(7).padStart(15)).join(''),
  ).join('\n'),
);

/** Returns a node's report about a converged model, with or without its seed file and its summary. */
export function reportRequest(
  { id, token }: LoadNode,
  task: { readonly id: string; readonly point: string },
  files: { readonly seed: boolean; readonly summary: boolean },
): (Buffer | string)[] {
  const report = JSON.stringify({
    task_id: task.id,
    point_name: task.point,
    node_id: id,
    status: 'completed',
    converged: true,
    max_relc: 4.2e-4,
    atmosphere_has_nan: false,
    elapsed_sec: 512.5,
    ...(files.summary ? { summary_json: summaryOf(task.point) } : {}),
  });
  const seedBytes = files.seed ? SEED_PART.length + SEED_FILE.length : 0;
  const length = REPORT_PART.length + report.length + seedBytes + FORM_END.length;
  const start =
    head('POST /api/task/report', token, `${FORM_TYPE}Content-Length: ${length}\r\n`) + REPORT_PART + report;
  return files.seed ? [start + SEED_PART, SEED_FILE, FORM_END] : [start + FORM_END];
}

function summaryOf(point: string): string {
  const stage = { chmax: 3.1e-4, lte: false, converged: true, best_max_relc: 4.2e-4, elapsed_sec: 128.1, note: null };
  return JSON.stringify({
    name: point,
    converged: true,
    final_max_relc: 4.2e-4,
    final_chmax: 3.1e-4,
    atmosphere_has_nan: false,
    elapsed_sec: 512.5,
    stages: ['lte', 'nlte-1', 'nlte-2', 'nlte-3'].map((label) => ({ label, ...stage })),
  });
}
