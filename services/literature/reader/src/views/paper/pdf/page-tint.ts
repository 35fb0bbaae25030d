import { storedValue } from '@almagest/ui/stored-value';

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

/** Whether PDF pages are tinted. By default, pages are tinted in dark mode. */
export const pageTint = storedValue('almagest.pdf.tint', ['on', 'off'], () => (isDark() ? 'on' : 'off'));
