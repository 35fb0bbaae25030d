import { readStorage, writeStorage } from '@almagest/ui/stored-value';

const keyOf = (id: number) => `almagest.note-draft.${id}`;

/** Stores note text that the service doesn't have yet. */
export const noteDrafts = {
  read: (id: number): string | null => readStorage(keyOf(id)),
  keep: (id: number, text: string): void => writeStorage(keyOf(id), text),
  forget: (id: number): void => writeStorage(keyOf(id), null),
};
