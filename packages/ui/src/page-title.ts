import { useEffect } from 'react';

/** Names the browser's tab after what is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Almagest`;
  }, [title]);
}
