import { useSyncExternalStore } from 'react';

/** A user setting that this browser remembers. Every component that reads the setting follows its changes. */
export interface StoredValue<T extends string> {
  readonly read: () => T;
  readonly write: (value: T) => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

/**
 * @param key the name in browser storage
 * @param values the allowed values. Any other stored value is ignored.
 * @param fallback the value until the user chooses one
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

/** Returns the stored text of a key, or null if the key or the storage is missing. */
export function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text under a key. Null removes it. Without storage, only convenience is lost. */
export function writeStorage(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // In private windows or on full disks, the value lasts as long as the page.
  }
}
