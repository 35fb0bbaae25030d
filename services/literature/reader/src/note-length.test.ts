import { MAX_NOTE_CHARS } from '@almagest/contracts/literature';
import { expect, test } from '@jest/globals';
import { MOST_NOTE_CHARS } from './note-length.ts';

test('allows notes as long as the service does', () => {
  expect(MOST_NOTE_CHARS).toBe(MAX_NOTE_CHARS);
});
