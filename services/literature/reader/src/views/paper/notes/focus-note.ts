import { catchTyping, type CaughtTyping } from './catch-typing.ts';

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
