import { Button } from '@almagest/ui/components/button';
import { defineMessages, useMessages } from '@almagest/ui/messages';
import type { useHeldList } from './use-held-list.ts';

const messages = defineMessages({
  changed: { en: 'The list has changed.', zh: '列表已有变化。' },
  refresh: { en: 'Refresh', zh: '显示' },
});

/** Says that a held list has changed meanwhile, and shows it as it is now. Its room is kept, so that it moves no row below it. */
export function ListChanged({ list }: { readonly list: Pick<ReturnType<typeof useHeldList>, 'hasChanged' | 'show'> }) {
  const t = useMessages(messages);
  return (
    <span className="row" style={{ visibility: list.hasChanged ? 'visible' : 'hidden' }}>
      <span className="muted small">{t.changed}</span>
      <Button onClick={list.show}>{t.refresh}</Button>
    </span>
  );
}
