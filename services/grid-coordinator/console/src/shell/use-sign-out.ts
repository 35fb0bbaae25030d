import { tellFault } from '@almagest/ui/notices';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api.ts';
import { queryClient } from '../query-client.ts';

/** Ends the session and clears its cached data. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    try {
      await api.post('/logout');
    } catch (error) {
      tellFault(error);
      return;
    }
    await navigate({ to: '/login' });
    queryClient.clear();
  };
}
