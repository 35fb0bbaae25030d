import { readStorage, writeStorage } from '@almagest/ui/stored-value';
import { useSyncExternalStore } from 'react';
import { readLibraryAddress, type LibraryAddress } from './address.ts';

const KEY = 'almagest.library-searches';

export interface SavedSearch {
  readonly name: string;
  readonly address: LibraryAddress;
}

const listeners = new Set<() => void>();
let searches = load();

function load(): readonly SavedSearch[] {
  try {
    const stored: unknown = JSON.parse(readStorage(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((one: unknown) => {
      const { name, address } = (one ?? {}) as { name?: unknown; address?: unknown };
      if (typeof name !== 'string' || typeof address !== 'object' || address === null) return [];
      return [{ name, address: readLibraryAddress({ ...address }) }];
    });
  } catch {
    return [];
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}

addEventListener('storage', ({ key }) => {
  if (key !== KEY) return;
  searches = load();
  notify();
});

/** Keeps the saved searches in this browser. */
export function writeSearches(next: readonly SavedSearch[]): void {
  searches = next;
  writeStorage(KEY, JSON.stringify(next));
  notify();
}

export function useSavedSearches(): readonly SavedSearch[] {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => searches,
  );
}
