import { storedValue } from '@almagest/ui/stored-value';

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

/** Whether PDF pages are tinted. Until the user chooses, they are in dark colours. */
export const pageTint = storedValue('almagest.pdf.tint', ['on', 'off'], () => (isDark() ? 'on' : 'off'));
