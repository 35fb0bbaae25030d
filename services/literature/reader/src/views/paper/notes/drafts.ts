import { readStorage, writeStorage } from '@almagest/ui/stored-value';

const keyOf = (id: number) => `almagest.note-draft.${id}`;

/** What was typed into a note and has not reached the service. */
export const noteDrafts = {
  read: (id: number): string | null => readStorage(keyOf(id)),
  keep: (id: number, text: string): void => writeStorage(keyOf(id), text),
  forget: (id: number): void => writeStorage(keyOf(id), null),
};
