import { useCallback, useState } from 'react';
import { readStorage, writeStorage } from './stored-value.ts';

export interface KeptText {
  readonly text: string;
  readonly set: (text: string) => void;
  /** Restores the initial text after saving or cancelling. */
  readonly forget: () => void;
}

/**
 * Keeps the text of a field in this browser until it is saved or cancelled. A reload, an expired session or a closed
 * dialog loses nothing.
 *
 * @param key names the field and the object it belongs to
 * @param initial the initial text. A kept text that replaced a different initial text is dropped, because it may be
 * outdated.
 */
export function useKeptText(key: string, initial: string): KeptText {
  const name = `almagest.typed.${key}`;
  const [typed, setTyped] = useState(() => readTyped(name));
  const set = useCallback(
    (text: string) => {
      setTyped({ over: initial, text });
      writeStorage(name, text === initial ? null : JSON.stringify({ over: initial, text }));
    },
    [name, initial],
  );
  const forget = useCallback(() => {
    setTyped(undefined);
    writeStorage(name, null);
  }, [name]);
  return { text: typed?.over === initial ? typed.text : initial, set, forget };
}

function readTyped(name: string): { readonly over: string; readonly text: string } | undefined {
  try {
    const found = JSON.parse(readStorage(name) ?? 'null') as { over?: unknown; text?: unknown } | null;
    if (typeof found?.over !== 'string' || typeof found.text !== 'string') return undefined;
    return { over: found.over, text: found.text };
  } catch {
    return undefined;
  }
}
