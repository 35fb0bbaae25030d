import { useMatch, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * Returns a function that says whether the address still names the component's view.
 *
 * Call the function after waiting and before changing the address, so that a user who has left the view is not brought
 * back.
 */
export function useStillHere(): () => boolean {
  const router = useRouter();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  return useCallback(() => router.latestLocation.pathname === pathname, [router, pathname]);
}
