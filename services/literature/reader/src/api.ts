import type { AccountOperations } from '@almagest/contracts';
import type { literatureOperations } from '@almagest/contracts/literature';
import type { AccountApi } from '@almagest/ui/account-api';
import { createApi } from '@almagest/ui/api-client';
import { token } from './token.ts';

export const api = createApi<typeof literatureOperations>({ token });

/** API client for signing in. A wrong password must not open the sign-in dialog again. */
export const openApi = createApi<typeof literatureOperations>({});

export const accountApi: AccountApi = createApi<AccountOperations>({ token });

/** Timeout for requests that wait for a source, a publisher or a model. */
export const SLOW = { timeoutMs: 600_000 } as const;
