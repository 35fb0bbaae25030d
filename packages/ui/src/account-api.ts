import type { AccountOperations } from '@almagest/contracts';
import type { Api } from './api-client.ts';

export type AccountApi = Api<AccountOperations>;
