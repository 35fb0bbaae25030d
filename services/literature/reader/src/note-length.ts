/** The service's limit. Importing the contract's constant would add its schemas to the bundle. */
export const MOST_NOTE_CHARS = 100_000;
