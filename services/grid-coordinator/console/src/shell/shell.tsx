import { CallerProvider } from '@almagest/ui/caller';
import { Frame } from '@almagest/ui/components/frame';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { liveEvents } from '../live.ts';
import { sessionQuery } from '../queries/session.ts';
import { isOpen } from './open-pages.ts';
import { TopBar } from './top-bar.tsx';

/** Shows the frame of all views. Receives events only while a user is signed in. */
export function Shell() {
  const isSignIn = useRouterState({ select: ({ location }) => isOpen(location.pathname) });
  const { data: caller } = useQuery({ ...sessionQuery, enabled: !isSignIn });
  useEffect(() => {
    if (isSignIn) liveEvents.stop();
    else liveEvents.start();
  }, [isSignIn]);
  return (
    <CallerProvider value={isSignIn ? undefined : caller}>
      <Frame bar={<TopBar isSignIn={isSignIn} />}>
        <Outlet />
      </Frame>
    </CallerProvider>
  );
}
