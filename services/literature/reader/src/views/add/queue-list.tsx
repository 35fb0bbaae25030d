import { Button } from '@almagest/ui/components/button';
import { Panel } from '@almagest/ui/components/panel';
import { Pill, type PillKind } from '@almagest/ui/components/pill';
import { Progress } from '@almagest/ui/components/progress';
import { useMessages } from '@almagest/ui/messages';
import { useMemo } from 'react';
import { PaperLink } from '../../paper-link.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { useHeldList } from '../../use-held-list.ts';
import { clearDone, dismissItem, stopAdding, tryAgain, useAddQueue, type AddItem } from './add-queue.ts';
import { Confirmation } from './confirmation.tsx';
import { ImportedFile } from './imported-file.tsx';
import { addMessages } from './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';

const KINDS: Readonly<Record<AddItem['state'], PillKind>> = {
  waiting: 'idle',
  sending: 'busy',
  parsing: 'busy',
  added: 'good',
  known: 'good',
  imported: 'good',
  to_confirm: 'warning',
  failed: 'bad',
};

/** The order within one round. Items that need the user come first. */
const ORDER: readonly AddItem['state'][] = [
  'to_confirm',
  'failed',
  'sending',
  'parsing',
  'waiting',
  'imported',
  'added',
  'known',
];
/** Limit for finished items. */
const MOST_SHOWN = 100;

export function QueueList() {
  const t = useMessages(addMessages);
  const items = useAddQueue();
  const sorted = useMemo(
    () =>
      items
        .toSorted((a, b) => b.round - a.round || ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
        .map(({ id }) => String(id)),
    [items],
  );
  const list = useHeldList('queue', sorted);
  if (items.length === 0) return null;
  const number = (...states: AddItem['state'][]) => items.filter(({ state }) => states.includes(state)).length;
  const open = number('waiting', 'sending', 'parsing');
  const byId = new Map(items.map((item) => [String(item.id), item]));
  const held = list.shown ?? [];
  // New items go to the top, even while the list is hovered.
  const added = sorted.filter((id) => !held.includes(id));
  const shown = [...added, ...held].flatMap((id) => byId.get(id) ?? []);
  return (
    <Panel
      title={t.queue}
      actions={
        <span className="row">
          <Button isBlocked={number('waiting') === 0} onClick={stopAdding}>
            {t.stop}
          </Button>
          <Button isBlocked={number('added', 'known', 'imported') === 0} onClick={clearDone}>
            {t.clearDone}
          </Button>
        </span>
      }
    >
      <Progress label={t.progress} done={items.length - open} total={items.length} isActive={open > 0} />
      <p role="status" className="muted">
        {t.tally(number('added', 'imported'), number('known'), number('to_confirm'), number('failed'))}
      </p>
      <ul className="add-items" aria-label={t.queue} {...list.handlers}>
        {shown.slice(0, MOST_SHOWN).map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
    </Panel>
  );
}

function Item({ item }: { readonly item: AddItem }) {
  const t = useMessages(addMessages);
  const { id, name, state, answer, report, fault, source, importId } = item;
  const paper = answer?.paper;
  const isFile = 'file' in source;
  return (
    <li className="stack">
      <div className="row">
        <Pill kind={KINDS[state]}>{t[state]}</Pill>
        {paper === null || paper === undefined ? (
          <strong>{name}</strong>
        ) : (
          <span>
            <PaperLink bibcode={paper.bibcode}>
              <PaperTitle {...paper} />
            </PaperLink>{' '}
            <span className="muted small">{name}</span>
          </span>
        )}
        {state === 'failed' || state === 'to_confirm' ? (
          <span className="row">
            {state === 'failed' ? (
              <Button aria-label={t.again(name)} onClick={() => tryAgain(id)}>
                {t.againShort}
              </Button>
            ) : null}
            <Button aria-label={t.dismiss(name)} onClick={() => dismissItem(id)}>
              {t.dismissShort}
            </Button>
          </span>
        ) : null}
      </div>
      {state === 'sending' && importId !== undefined ? <ImportProgress name={name} id={importId} /> : null}
      {fault === undefined ? null : <p className="bad">{fault}</p>}
      {isFile && (state === 'to_confirm' || state === 'failed') ? <Confirmation item={item} /> : null}
      {report === undefined ? null : <ImportedFile name={name} report={report} />}
    </li>
  );
}

const EVERY_MS = 1_000;

/** Shows how many entries of a file are imported, once their number is known. */
function ImportProgress({ name, id }: { readonly name: string; readonly id: string }) {
  const t = useMessages(addMessages);
  const { data } = useQuery({
    queryKey: ['importing', id],
    queryFn: async ({ signal }) => await api.get('/api/import/progress', { query: { id }, signal }),
    staleTime: 0,
    refetchInterval: EVERY_MS,
  });
  if (data?.active !== true) return null;
  if (data.total === 0) return <p className="muted small">{t.reading}</p>;
  return <Progress label={t.importing(name)} done={data.done} total={data.total} isActive />;
}
