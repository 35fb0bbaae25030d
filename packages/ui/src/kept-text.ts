import { useCallback, useState } from 'react';
import { readStorage, writeStorage } from './stored-value.ts';

export interface KeptText {
  readonly text: string;
  readonly set: (text: string) => void;
  /** Returns to what the field began with: the text is saved, or given up. */
  readonly forget: () => void;
}

/**
 * The text of a field, kept in this browser until it is saved or given up: a reload, an expired session or a closed dialog
 * loses nothing.
 *
 * @param key names the field and the thing that it is about
 * @param initial what the field begins with. A text that was typed over another one is not shown: it may be outdated.
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
