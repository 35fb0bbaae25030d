import { storedValue } from './stored-value.ts';

/** Light, dark, or what the system is set to. */
export const theme = storedValue('almagest.theme', ['system', 'light', 'dark'], () => 'system');

/** Keeps the attribute by which the style sheet chooses the colours. */
export function followTheme(): void {
  const apply = () => {
    const chosen = theme.read();
    if (chosen === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = chosen;
  };
  theme.subscribe(apply);
  apply();
}
