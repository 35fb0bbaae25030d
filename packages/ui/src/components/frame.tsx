import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { keepFocus } from '../kept-focus.ts';
import { defineMessages, useMessages } from '../messages.ts';
import { AskRegion } from './ask.tsx';
import { NoticeRegion } from './notice-region.tsx';
import './frame.css';

const messages = defineMessages({ skip: { en: 'Skip to the content', zh: '跳到正文' } });

export interface FrameProps {
  /** What stands above every view. */
  readonly bar: ReactNode;
  /** The view takes the whole window, and scrolls by itself. */
  readonly isFull?: boolean;
  readonly children: ReactNode;
}

/** The frame of all views: the bar above them, the regions for notices and questions, and the focus of a new page. */
export function Frame({ bar, isFull = false, children }: FrameProps) {
  const t = useMessages(messages);
  const main = useRef<HTMLElement>(null);
  useEffect(keepFocus, []);
  // The page that is shown: before that, the focus may be on something that is about to go.
  const pathname = useRouterState({
    select: ({ location, resolvedLocation }) => (resolvedLocation ?? location).pathname,
  });
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
      {bar}
      <main ref={main} id="main" className={isFull ? 'page full' : 'page'} tabIndex={-1}>
        {children}
      </main>
      <NoticeRegion />
      <AskRegion />
    </>
  );
}
