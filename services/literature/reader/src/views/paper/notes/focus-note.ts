/** The note to focus when its card appears. */
let wanted: number | undefined;
let caught: CaughtTyping | undefined;

/** Starts catching keys for a new note until its card appears. */
export function expectNote(): void {
  caught?.end();
  caught = catchTyping();
}

/** Stops catching keys because no card will appear. */
export function forgetNote(): void {
  caught?.end();
  caught = undefined;
}

/** Focuses the text of a note, now or when its card appears. */
export function focusNote(id: number): void {
  wanted = id;
  takeFocus(document.querySelector(`[data-note="${id}"] textarea`), id);
}

/** Called when the card of a note has appeared. */
export function takeFocus(field: Element | null, id: number): void {
  if (wanted !== id || !(field instanceof HTMLTextAreaElement)) return;
  wanted = undefined;
  field.focus();
  const text = caught?.end() ?? '';
  caught = undefined;
  if (text === '') return;
  field.setRangeText(text, field.value.length, field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

interface CaughtTyping {
  /** Returns the typed text, and stops catching keys. */
  readonly end: () => string;
}

/** How long to wait for the field. */
const LONGEST_MS = 5_000;

/** Catches what the user types before the field appears, which would otherwise trigger shortcuts. */
function catchTyping(): CaughtTyping {
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
