import { storedValue } from './stored-value.ts';

export const theme = storedValue('almagest.theme', ['system', 'light', 'dark'], () => 'system');

/** Sets the attribute that selects the colours of the style sheet. */
export function followTheme(): void {
  const apply = () => {
    const chosen = theme.read();
    if (chosen === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = chosen;
  };
  theme.subscribe(apply);
  apply();
}
