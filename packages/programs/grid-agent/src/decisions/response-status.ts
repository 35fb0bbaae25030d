/** 4xx statuses that concern the moment or the credential and not the content of the request. */
const TEMPORARY = new Set([401, 408, 412, 413, 429]);

export type DeliveryResult = 'delivered' | 'refused' | 'again';

/**
 * The result of a report's delivery. 409 is as final as 200: another node has the task, and the coordinator will never
 * accept this report. 413 is retried because the operator can raise the limit (`MAX_SEED_BYTES`), and 412 because the
 * artifacts are handed over again before.
 */
export function deliveryResultOf(status: number): DeliveryResult {
  if (status === 200 || status === 409) return 'delivered';
  return status >= 400 && status < 500 && !TEMPORARY.has(status) ? 'refused' : 'again';
}

/**
 * Whether a refused download is final. 401 and 403 are not: they end when the node gets its new token or is enabled
 * again, and the task's time limit bounds the wait.
 */
export function isDownloadRefusalFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 403 && !TEMPORARY.has(status);
}

/** Whether the refusal of a returned task is final: another node has the task, or it is no longer known. */
export function isReturnFinal(status: number): boolean {
  return status >= 400 && status < 500 && !TEMPORARY.has(status);
}

/** The SHA-256 in a strong ETag such as `"9f86d0...0a08"`, where the server uses one. */
export function sha256OfEtag(etag: string | undefined): string | undefined {
  return /^"([0-9a-f]{64})"$/i.exec(etag ?? '')?.[1]?.toLowerCase();
}
