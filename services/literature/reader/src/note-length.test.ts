import { MAX_NOTE_CHARS } from '@almagest/contracts/literature';
import { expect, test } from '@jest/globals';
import { MOST_NOTE_CHARS } from './note-length.ts';

test('notes may be as long as the service keeps them', () => {
  expect(MOST_NOTE_CHARS).toBe(MAX_NOTE_CHARS);
});
