import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { liveEvents } from '../../live.ts';

/** The minimum time between two requests caused by events. */
const REST_MS = 5_000;

/**
 * Refreshes the rows of a list when points change, unless the list is hovered or focused, so that no row moves away
 * under the pointer. In this case, reports that there are changes, so that a button can load them.
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
