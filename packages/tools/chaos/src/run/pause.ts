import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits. Ends early, without an error, if a signal is aborted. */
export async function pause(ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  const [signal, ...more] = signals;
  if (signal === undefined) await sleep(ms);
  else
    await sleep(ms, undefined, { signal: more.length === 0 ? signal : AbortSignal.any([signal, ...more]) }).catch(
      () => undefined,
    );
}

/** Removes the listener limit of a signal that many callers wait for at the same time. */
export function withoutListenerLimit(controller: AbortController): AbortController {
  setMaxListeners(0, controller.signal);
  return controller;
}
