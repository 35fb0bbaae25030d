import { createQueryClient } from '@almagest/ui/query-client';

/** Refetches when the tab gets the focus, because few library changes have events. */
export const queryClient = createQueryClient(true);
