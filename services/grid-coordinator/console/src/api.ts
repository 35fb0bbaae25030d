import type { gridOperations } from '@almagest/contracts/grid';
import { createApi } from '@almagest/ui/api-client';

const listeners = new Set<(message: string) => void>();

/** Calls back when the server refuses a request because nobody is signed in any more. */
export function onSignedOut(listener: (message: string) => void): void {
  listeners.add(listener);
}

/** The coordinator's API. */
export const api = createApi<typeof gridOperations>({
  onSignedOut: (message) => {
    for (const listener of listeners) listener(message);
  },
});
