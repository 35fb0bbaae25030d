import { Refusal } from '@almagest/service-kit/refusal';
import type { Response } from 'express';

/**
 * Returns a signal that aborts when the client disconnects before the response ends. Further work would be useless and
 * may cost money.
 */
export function callerSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(new Refusal('unavailable', 'the caller has disconnected'));
  });
  return gone.signal;
}
