import { useMatch, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * Whether the view that the component belongs to is still the one that the address names.
 *
 * What is decided after a wait (an answer of the service, the rest after scrolling) may change the address only then:
 * whoever has gone elsewhere meanwhile is not to be brought back.
 */
export function useStillHere(): () => boolean {
  const router = useRouter();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  return useCallback(() => router.latestLocation.pathname === pathname, [router, pathname]);
}
