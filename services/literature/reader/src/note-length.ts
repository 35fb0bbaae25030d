/** The longest note that the service keeps. The contract's own constant would bring its schemas into the page. */
export const MOST_NOTE_CHARS = 100_000;
