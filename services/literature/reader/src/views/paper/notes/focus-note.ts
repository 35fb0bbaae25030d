/** The note whose text is typed next, until its card is on the page. */
let wanted: number | undefined;

/** Gives the text of a note the focus, at once or when its card appears. */
export function focusNote(id: number): void {
  wanted = id;
  takeFocus(document.querySelector(`[data-note="${id}"] textarea`), id);
}

/** Called by the card of a note when it has appeared. */
export function takeFocus(field: Element | null, id: number): void {
  if (wanted !== id || !(field instanceof HTMLElement)) return;
  wanted = undefined;
  field.focus();
}
