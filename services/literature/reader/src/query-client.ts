import { createQueryClient } from '@almagest/ui/query-client';

/** Few changes of the library are told by an event: a tab that is looked at again asks what is there now. */
export const queryClient = createQueryClient(true);
