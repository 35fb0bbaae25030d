import { catchTyping, type CaughtTyping } from './catch-typing.ts';

/** The note whose text is typed next, until its card is on the page. */
let wanted: number | undefined;
let caught: CaughtTyping | undefined;

/** Who begins a note types on at once: until its card is there, that is kept for it. */
export function expectNote(): void {
  caught?.end();
  caught = catchTyping();
}

/** There will be no card. */
export function forgetNote(): void {
  caught?.end();
  caught = undefined;
}

/** Gives the text of a note the focus, at once or when its card appears. */
export function focusNote(id: number): void {
  wanted = id;
  takeFocus(document.querySelector(`[data-note="${id}"] textarea`), id);
}

/** Called by the card of a note when it has appeared. */
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
