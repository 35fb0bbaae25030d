export interface CaughtTyping {
  /** What was typed since; keys are what they were again. */
  readonly end: () => string;
}

/** Where a field does not appear by then, it never will. */
const LONGEST_MS = 5_000;

/** Keeps what is typed before the field is there for which it is meant, and which would be taken for shortcuts. */
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
