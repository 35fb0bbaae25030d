import { readStorage, writeStorage } from '@almagest/ui/stored-value';
import { useState } from 'react';

/** Keeps unsent input in the browser. */
export function useDraft(name: string): readonly [string, (text: string) => void] {
  const key = `almagest.draft.${name}`;
  const [text, setText] = useState(() => readStorage(key) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      writeStorage(key, next === '' ? null : next);
    },
  ];
}
