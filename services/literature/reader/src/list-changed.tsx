import { Button } from '@almagest/ui/components/button';
import { defineMessages, useMessages } from '@almagest/ui/messages';
import type { useHeldList } from './use-held-list.ts';

const messages = defineMessages({
  changed: { en: 'The list has changed.', zh: '列表已有变化。' },
  refresh: { en: 'Refresh', zh: '显示' },
});

/**
 * Shows that a held list has changed, with a button to refresh it. Always takes up the same space, so rows below don't
 * move.
 */
export function ListChanged({ list }: { readonly list: Pick<ReturnType<typeof useHeldList>, 'hasChanged' | 'show'> }) {
  const t = useMessages(messages);
  return (
    <span className="row" style={{ visibility: list.hasChanged ? 'visible' : 'hidden' }}>
      <span className="muted small">{t.changed}</span>
      <Button onClick={list.show}>{t.refresh}</Button>
    </span>
  );
}
