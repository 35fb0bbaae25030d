import { createQueryClient } from '@almagest/ui/query-client';

export const queryClient = createQueryClient();
