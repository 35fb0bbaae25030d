import { useMemo } from 'react';
import { age, byteSize, count, duration, estimate, percent, relativeChange } from './format.ts';
import { useLanguage } from './messages.ts';
import { serverNow } from './server-clock.ts';

export function useFormats() {
  const language = useLanguage();
  return useMemo(
    () => ({
      count,
      percent,
      relativeChange,
      byteSize,
      duration: (seconds: number) => duration(seconds, language),
      estimate: (seconds: number) => estimate(seconds, language),
      age: (ms: number) => age(ms, serverNow(), language),
    }),
    [language],
  );
}
