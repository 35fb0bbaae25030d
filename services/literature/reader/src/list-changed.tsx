import { Button } from '@almagest/ui/components/button';
import { defineMessages, useMessages } from '@almagest/ui/messages';
import type { useHeldList } from './use-held-list.ts';
import './list-changed.css';

const messages = defineMessages({
  changed: { en: 'The list has changed.', zh: '列表已有变化。' },
  refresh: { en: 'Refresh', zh: '显示' },
});

/**
 * Shows that a held list has changed, with a button to refresh it. Never moves the rows below.
 */
export function ListChanged({ list }: { readonly list: Pick<ReturnType<typeof useHeldList>, 'hasChanged' | 'show'> }) {
  const t = useMessages(messages);
  return (
    <span className="row list-changed" style={{ visibility: list.hasChanged ? 'visible' : 'hidden' }}>
      <span className="muted small">{t.changed}</span>
      <Button onClick={list.show}>{t.refresh}</Button>
    </span>
  );
}
