import type { literatureOperations } from '@almagest/contracts/literature';
import { createApi } from '@almagest/ui/api-client';
import { token } from './token.ts';

/** The API of the literature service. */
export const api = createApi<typeof literatureOperations>({ token });

/** A source, a publisher or a model is asked, which may take minutes. */
export const SLOW = { timeoutMs: 600_000 } as const;
