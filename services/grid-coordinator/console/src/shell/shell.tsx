import { AskRegion } from '@almagest/ui/components/ask';
import { NoticeRegion } from '@almagest/ui/components/notice-region';
import { useMessages } from '@almagest/ui/messages';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { liveEvents } from '../live.ts';
import { shellMessages } from './messages.ts';
import { TopBar } from './top-bar.tsx';
import './shell.css';

/** The frame of all views: the bar above them, the regions for notices and questions, and the focus of a new page. */
export function Shell() {
  const t = useMessages(shellMessages);
  const main = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const isSignIn = pathname === '/login';
  useEffect(() => {
    if (isSignIn) liveEvents.stop();
    else liveEvents.start();
  }, [isSignIn]);
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    // A new page is read from its beginning, unless one of its fields has taken the focus.
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          // What follows the # belongs to the router.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t.skip}
      </a>
      <TopBar isSignIn={isSignIn} />
      <main ref={main} id="main" className="page" tabIndex={-1}>
        <Outlet />
      </main>
      <NoticeRegion />
      <AskRegion />
    </>
  );
}
