export interface CaughtTyping {
  /** Returns the typed text, and stops catching keys. */
  readonly end: () => string;
}

/** A field that has not appeared by then never will. */
const LONGEST_MS = 5_000;

/** Catches what the user types before the field appears, which would otherwise trigger shortcuts. */
export function catchTyping(): CaughtTyping {
  let text = '';
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key === 'Enter') text += '\n';
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', onKey, true);
  const stop = () => document.removeEventListener('keydown', onKey, true);
  const timer = setTimeout(stop, LONGEST_MS);
  return {
    end: () => {
      clearTimeout(timer);
      stop();
      return text;
    },
  };
}
