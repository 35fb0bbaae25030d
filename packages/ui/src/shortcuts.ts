import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** A key, or two that are pressed one after the other, such as `g n`. */
export interface Shortcut {
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}

/** The second key of a sequence has to follow within this time. */
const SEQUENCE_MS = 1_500;

let shortcuts: readonly Shortcut[] = [];
const listeners = new Set<() => void>();
let firstKey: { readonly key: string; readonly at: number } | undefined;

function become(next: readonly Shortcut[]): void {
  shortcuts = next;
  for (const listener of listeners) listener();
}

/** Offers a shortcut while the component is shown. The latest component that offers a key gets it. */
export function useShortcut(keys: string, label: string, run: () => void): void {
  const latest = useRef(run);
  // With what is shown, not after it: a key may be pressed as soon as a list is there.
  useLayoutEffect(() => {
    latest.current = run;
  });
  useLayoutEffect(() => {
    const shortcut = { keys, label, run: () => latest.current() };
    become([...shortcuts, shortcut]);
    return () => become(shortcuts.filter((other) => other !== shortcut));
  }, [keys, label]);
}

/** The shortcuts that work now. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => shortcuts,
  );
}

/** Runs shortcuts as their keys are pressed. Call it once for the page. */
export function listenForShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // A dialog has the keys for itself.
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

/** Into these nothing is typed: who has ticked rows of a list goes on with its keys. */
const TICKED = '[type="checkbox"], [type="radio"]';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches(`input:not(${TICKED}), textarea, select, [role="combobox"], [role="textbox"]`))
  );
}
