/** Statuses of 4xx that speak about the moment or the credential, not about what was sent. */
const MOMENTARY = new Set([401, 408, 413, 429]);

export type ReportFate = 'delivered' | 'refused' | 'again';

/**
 * What becomes of a report after its answer. 409 is as final as 200: somebody else has the task by now, and the
 * coordinator will never want this report. 413 is tried again because its cure (`MAX_SEED_BYTES`) is the operator's.
 */
export function fateOfReport(status: number): ReportFate {
  if (status === 200 || status === 409) return 'delivered';
  return status >= 400 && status < 500 && !MOMENTARY.has(status) ? 'refused' : 'again';
}

/**
 * Whether asking again can help after a refused download. 401 and 403 can: they end when the node gets its new token
 * or is enabled again, and the task's time limit bounds the wait.
 */
export function isDownloadHopeless(status: number): boolean {
  return status >= 400 && status < 500 && status !== 403 && !MOMENTARY.has(status);
}

/** Whether the coordinator's no to a task that is handed back will stay: another has it, or it is not known any more. */
export function isReturnFinal(status: number): boolean {
  return status >= 400 && status < 500 && !MOMENTARY.has(status);
}

/** The SHA-256 in a strong ETag such as `"9f86d0...0a08"`, where the server uses one. */
export function sha256OfEtag(etag: string | null): string | undefined {
  return /^"([0-9a-f]{64})"$/i.exec(etag ?? '')?.[1]?.toLowerCase();
}
