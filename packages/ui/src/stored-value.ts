import { useSyncExternalStore } from 'react';

/** A choice of the user that this browser remembers, and that every component which reads it follows. */
export interface StoredValue<T extends string> {
  readonly read: () => T;
  readonly write: (value: T) => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

/**
 * @param key the name under which the browser keeps it
 * @param values what it may be; anything else that is stored counts as not chosen
 * @param fallback what holds until something is chosen
 */
export function storedValue<const T extends string>(
  key: string,
  values: readonly T[],
  fallback: () => T,
): StoredValue<T> {
  const listeners = new Set<() => void>();
  const load = () => values.find((value) => value === readStorage(key)) ?? fallback();
  let current = load();
  addEventListener('storage', (event) => {
    if (event.key !== key) return;
    current = load();
    for (const listener of listeners) listener();
  });
  return {
    read: () => current,
    write: (value) => {
      current = value;
      writeStorage(key, value);
      for (const listener of listeners) listener();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

export function useStoredValue<T extends string>(value: StoredValue<T>): T {
  return useSyncExternalStore(value.subscribe, value.read);
}

/** What the browser keeps under a key; null if there is nothing, or if it keeps nothing for this page. */
export function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a key, and forgets it for null. A browser that keeps nothing loses a convenience only. */
export function writeStorage(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Private windows and full disks: the value lives as long as the page.
  }
}
