import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { liveEvents } from '../../live.ts';

/** The least time between two requests that events cause. */
const REST_MS = 5_000;

/**
 * Renews the rows of a workflow's list when its points change, but not while someone points at them or has the focus in
 * them: a row must not move away under the pointer. Then it says that there are changes, which a button shows.
 */
export function useHeldRows(name: string) {
  const client = useQueryClient();
  const [hasChanged, setChanged] = useState(false);
  const isPointedAt = useRef(false);
  const hasFocus = useRef(false);
  const refresh = useRef(() => undefined as void);
  refresh.current = () => {
    setChanged(false);
    void client.invalidateQueries({ queryKey: ['points', name] });
  };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = liveEvents.onEvent((event) => {
      if (event.kind !== 'points' || event.name !== name) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        if (isPointedAt.current || hasFocus.current) setChanged(true);
        else refresh.current();
      }, REST_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [name]);
  return {
    hasChanged,
    refresh: () => refresh.current(),
    handlers: {
      onPointerEnter: () => (isPointedAt.current = true),
      onPointerLeave: () => (isPointedAt.current = false),
      onFocus: () => (hasFocus.current = true),
      onBlur: () => (hasFocus.current = false),
    },
  };
}
