import type { gridOperations } from '@almagest/contracts/grid';
import { createApi } from '@almagest/ui/api-client';

const listeners = new Set<(message: string) => void>();

/** Calls `listener` when the server refuses a request because the session has ended. */
export function onSignedOut(listener: (message: string) => void): void {
  listeners.add(listener);
}

export const api = createApi<typeof gridOperations>({
  onSignedOut: (message) => {
    for (const listener of listeners) listener(message);
  },
});
