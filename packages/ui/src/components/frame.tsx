import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { keepFocus } from '../kept-focus.ts';
import { defineMessages, useMessages } from '../messages.ts';
import { AskRegion } from './ask.tsx';
import { NoticeRegion } from './notice-region.tsx';
import './frame.css';

const messages = defineMessages({ skip: { en: 'Skip to content', zh: '跳到正文' } });

export interface FrameProps {
  /** Shown above every view. */
  readonly bar: ReactNode;
  /** The view fills the window and handles scrolling. */
  readonly isFull?: boolean;
  readonly children: ReactNode;
}

/** The frame of all views: the bar, the regions for notices and questions, and focus handling. */
export function Frame({ bar, isFull = false, children }: FrameProps) {
  const t = useMessages(messages);
  const main = useRef<HTMLElement>(null);
  useEffect(keepFocus, []);
  // The resolved page. During navigation, the focus may still be in the old view.
  const pathname = useRouterState({
    select: ({ location, resolvedLocation }) => (resolvedLocation ?? location).pathname,
  });
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    // Focuses the new page unless one of its fields has the focus, so that screen readers start at the top of the page.
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          // The router owns the hash of the address.
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
