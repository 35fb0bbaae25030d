import type { gridOperations } from '@almagest/contracts/grid';
import type { AccountOperations } from '@almagest/contracts';
import type { AccountApi } from '@almagest/ui/account-api';
import { createApi, type ClientOptions } from '@almagest/ui/api-client';

const listeners = new Set<(message: string) => void>();

/** Calls `listener` when the server refuses a request because the session has ended. */
export function onSignedOut(listener: (message: string) => void): void {
  listeners.add(listener);
}

const options: ClientOptions = {
  onSignedOut: (message) => {
    for (const listener of listeners) listener(message);
  },
};

export const api = createApi<typeof gridOperations>(options);

/** The client of the views that both services share. */
export const accountApi: AccountApi = createApi<AccountOperations>(options);
