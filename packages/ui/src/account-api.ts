import type { AccountOperations } from '@almagest/contracts';
import type { Api } from './api-client.ts';

/** A client of a service's account operations. */
export type AccountApi = Api<AccountOperations>;
