import { useState } from 'react';

/**
 * Keeps the text of a search field in step with the address, for example after Back, without replacing the field. The
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
