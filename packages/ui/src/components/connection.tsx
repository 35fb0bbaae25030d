import { useSyncExternalStore } from 'react';
import type { LiveState } from '../live-events.ts';
import { defineMessages, useMessages } from '../messages.ts';

const messages = defineMessages({
  live: { en: 'live', zh: '实时' },
  reconnecting: { en: 'reconnecting…', zh: '正在重新连接…' },
});

export interface ConnectionProps {
  readonly feed: { readonly state: LiveState; readonly onState: (listener: () => void) => () => void };
}

/** Shows whether live updates arrive. */
export function Connection({ feed }: ConnectionProps) {
  const t = useMessages(messages);
  const state = useSyncExternalStore(
    (onChange) => feed.onState(onChange),
    () => feed.state,
  );
  return (
    <span role="status" className={state === 'live' ? 'connection' : 'connection reconnecting'}>
      {state === 'live' ? t.live : t.reconnecting}
    </span>
  );
}
