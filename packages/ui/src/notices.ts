import { useSyncExternalStore } from 'react';
import { messageOf } from './api-error.ts';

/** A message that needs no answer. */
export interface Notice {
  readonly id: number;
  readonly kind: 'done' | 'fault';
  readonly text: string;
  /** Reverts the action that the notice reports. */
  readonly undo?: () => void;
}

const SHOWN_MS = 8_000;
/** Long enough to read the notice, see the effect, and find the button. */
const SHOWN_WITH_UNDO_MS = 15_000;

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function become(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Reports success. The notice closes automatically. Errors stay, because the user may be looking elsewhere. */
export function tellDone(text: string, undo?: () => void): void {
  lastId += 1;
  const id = lastId;
  become([...notices, { id, kind: 'done', text, ...(undo === undefined ? {} : { undo }) }]);
  setTimeout(() => dismiss(id), undo === undefined ? SHOWN_MS : SHOWN_WITH_UNDO_MS);
}

/** Reports an error until the user closes it. */
export function tellFault(error: unknown): void {
  lastId += 1;
  become([...notices, { id: lastId, kind: 'fault', text: messageOf(error) }]);
}

export function dismiss(id: number): void {
  become(notices.filter((notice) => notice.id !== id));
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => notices,
  );
}
