import { useState } from 'react';

/**
 * Synchronises the text of a search field with the address, for example after Back. Does not replace the field, so the
 * field keeps the focus.
 */
export function useTypedWords(asked: string): readonly [words: string, type: (words: string) => void] {
  const [words, type] = useState(asked);
  const [before, setBefore] = useState(asked);
  if (before !== asked) {
    setBefore(asked);
    type(asked);
  }
  return [words, type];
}
