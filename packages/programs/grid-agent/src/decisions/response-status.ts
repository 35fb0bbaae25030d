/** The 4xx statuses that depend on the moment or the credential, not on the content of the request. */
const TEMPORARY = new Set([401, 408, 412, 429]);

export type DeliveryResult = 'delivered' | 'refused' | 'again';

/**
 * Returns what happens to a report after this status.
 *
 * 409 is as final as 200: another node has the task, so the coordinator will never accept this report. 412 is retried
 * because the next attempt uploads the artifacts again. 413 is final, because the report does not get smaller. If the
 * report waited, its point would be computed again and again.
 */
export function deliveryResultOf(status: number): DeliveryResult {
  if (status === 200 || status === 409) return 'delivered';
  return status >= 400 && status < 500 && !TEMPORARY.has(status) ? 'refused' : 'again';
}

/**
 * Returns whether a failed download is final. 401 and 403 are not: the node may get a new token or be enabled again.
 * The task's time limit bounds the wait.
 */
export function isDownloadRefusalFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 403 && !TEMPORARY.has(status);
}

/**
 * Returns whether the coordinator will never take back a task: another node has the task, or the coordinator no longer
 * knows it.
 */
export function isReturnFinal(status: number): boolean {
  return status >= 400 && status < 500 && !TEMPORARY.has(status);
}

/** Returns the SHA-256 of a strong ETag such as `"9f86d0...0a08"`, or undefined if the ETag is something else. */
export function sha256OfEtag(etag: string | undefined): string | undefined {
  return /^"([0-9a-f]{64})"$/i.exec(etag ?? '')?.[1]?.toLowerCase();
}
