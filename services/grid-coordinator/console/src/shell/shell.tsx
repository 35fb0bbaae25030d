import { Frame } from '@almagest/ui/components/frame';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { liveEvents } from '../live.ts';
import { TopBar } from './top-bar.tsx';

/** The frame of all views. Events are received only while a user is signed in. */
export function Shell() {
  const isSignIn = useRouterState({ select: ({ location }) => location.pathname === '/login' });
  useEffect(() => {
    if (isSignIn) liveEvents.stop();
    else liveEvents.start();
  }, [isSignIn]);
  return (
    <Frame bar={<TopBar isSignIn={isSignIn} />}>
      <Outlet />
    </Frame>
  );
}
