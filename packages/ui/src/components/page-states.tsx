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

/** There is nothing to show, in words of its own, and what may be done about it. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <div className="page-state">{children}</div>;
}

/** What is being loaded, in words of its own. */
export function Loading({ children }: { readonly children: ReactNode }) {
  return (
    <div className="page-state loading" role="status">
      {children}
    </div>
  );
}

/** Something failed: the server's sentence, and another try. */
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

/** What needs attention on a page that is shown nevertheless. */
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
  /** What is being loaded. */
  readonly loading: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/**
 * What a query answers, or that it is on its way, or that it failed. Data that could not be renewed stays, with a word
 * that it may be old.
 */
export function Loaded<T>({ query, loading, children }: LoadedProps<T>) {
  const t = useMessages(messages);
  const { data, error, refetch } = query;
  if (data === undefined) {
    if (error !== null) return <Failed error={error} onRetry={() => void refetch()} />;
    return <Loading>{loading}</Loading>;
  }
  return (
    <>
      {error === null ? null : <Banner kind="fault">{t.old(messageOf(error))}</Banner>}
      {children(data)}
    </>
  );
}
