import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** A key, or a sequence of two such as `g n`. */
export interface Shortcut {
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}

/** The second key of a sequence must follow within this time. */
const SEQUENCE_MS = 1_500;

let shortcuts: readonly Shortcut[] = [];
const listeners = new Set<() => void>();
let firstKey: { readonly key: string; readonly at: number } | undefined;

function become(next: readonly Shortcut[]): void {
  shortcuts = next;
  for (const listener of listeners) listener();
}

/**
 * Registers a shortcut while the component is mounted. If several components register a key, the component mounted last
 * handles the key.
 */
export function useShortcut(keys: string, label: string, run: () => void): void {
  const latest = useRef(run);
  // A layout effect, because a key can be pressed as soon as the component is visible.
  useLayoutEffect(() => {
    latest.current = run;
  });
  useLayoutEffect(() => {
    const shortcut = { keys, label, run: () => latest.current() };
    become([...shortcuts, shortcut]);
    return () => become(shortcuts.filter((other) => other !== shortcut));
  }, [keys, label]);
}

export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => shortcuts,
  );
}

/** Runs shortcuts when their keys are pressed. Call once for each page. */
export function listenForShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // Dialogs handle their own keys.
    if (document.querySelector('dialog[open]') !== null) return;
    const sequence =
      firstKey !== undefined && event.timeStamp - firstKey.at < SEQUENCE_MS
        ? `${firstKey.key} ${event.key}`
        : undefined;
    const found =
      shortcuts.findLast(({ keys }) => keys === sequence) ?? shortcuts.findLast(({ keys }) => keys === event.key);
    firstKey = found === undefined ? { key: event.key, at: event.timeStamp } : undefined;
    if (found === undefined) return;
    event.preventDefault();
    found.run();
  });
}

/** Shortcuts still work while a checkbox or radio button has the focus. */
const TICKED = '[type="checkbox"], [type="radio"]';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches(`input:not(${TICKED}), textarea, select, [role="combobox"], [role="textbox"]`))
  );
}
