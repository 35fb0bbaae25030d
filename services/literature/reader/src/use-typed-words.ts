import { useState } from 'react';

/**
 * The words of a search form: those of the address, until others are typed. Another address, as after a step back, brings its
 * own; the field stays the same, and so keeps the focus.
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
