import type { PointStatus } from '@almagest/contracts/grid';

const REJECTED = 'its model was rejected';

export function rejectionError(note: string): string {
  return `${REJECTED}: ${note}`;
}

/**
 * Returns the status of a point in words. The status of a failed point says whether it failed because its model was
 * rejected.
 */
export function statusInWords({
  status,
  last_error: error,
}: {
  readonly status: PointStatus;
  readonly last_error: string | null;
}): string {
  return status === 'failed' && error?.startsWith(REJECTED) === true ? REJECTED : status;
}
