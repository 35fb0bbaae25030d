import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../api-error.ts';
import { defineMessages, useMessages } from '../messages.ts';
import { Button } from './button.tsx';
import './page-states.css';

const messages = defineMessages({
  failed: { en: 'Loading failed.', zh: '加载失败。' },
  again: { en: 'Try again', zh: '重试' },
  old: {
    en: (fault: string) => `This may be out of date: ${fault}.`,
    zh: (fault: string) => `显示的内容可能已过时：${fault}。`,
  },
});

/** An empty state, which says what is missing and how to add it. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <div className="page-state">{children}</div>;
}

export function Loading({ children }: { readonly children: ReactNode }) {
  return (
    <div className="page-state loading" role="status">
      {children}
    </div>
  );
}

/** Grey bars in place of the content that is loading. Screen readers read the text. */
export function Skeleton({ children }: { readonly children: ReactNode }) {
  return (
    <div className="page-state loading skeleton" role="status">
      <span className="unseen">{children}</span>
      {BARS.map((bar) => (
        <span key={bar} className="skeleton-bar" aria-hidden />
      ))}
    </div>
  );
}

const BARS = [1, 2, 3];

export function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const t = useMessages(messages);
  return (
    <div className="page-state failed" role="alert">
      <p>
        <strong>{t.failed}</strong> {messageOf(error)}
      </p>
      {onRetry === undefined ? null : <Button onClick={onRetry}>{t.again}</Button>}
    </div>
  );
}

/** A notice at the top of a working page. */
export function Banner({
  kind = 'warning',
  children,
}: {
  readonly kind?: 'warning' | 'fault';
  readonly children: ReactNode;
}) {
  return (
    <div className={`banner ${kind}`} role={kind === 'fault' ? 'alert' : undefined}>
      {children}
    </div>
  );
}

export interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  /** Text to show while loading. */
  readonly loading: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/**
 * Shows a query's data, loading state or error. If a refresh fails, keeps the data and says that it may be out of date.
 */
export function Loaded<T>({ query, loading, children }: LoadedProps<T>) {
  const t = useMessages(messages);
  const { data, error, refetch } = query;
  if (data === undefined) {
    if (error !== null) return <Failed error={error} onRetry={() => void refetch()} />;
    return <Skeleton>{loading}</Skeleton>;
  }
  return (
    <>
      {error === null ? null : <Banner kind="fault">{t.old(messageOf(error))}</Banner>}
      {children(data)}
    </>
  );
}
