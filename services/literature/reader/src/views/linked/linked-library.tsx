import type { LinkedLibrary, LinkedMessage } from '@almagest/contracts/literature';
import { ask } from '@almagest/ui/components/ask';
import { Button } from '@almagest/ui/components/button';
import { Panel } from '@almagest/ui/components/panel';
import { Progress } from '@almagest/ui/components/progress';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api.ts';
import { PaperLink } from '../../paper-link.tsx';
import { linkedMessages } from './messages.ts';

/** Shows a linked library, its last import, the items that were not imported and the items that were removed there. */
export function LinkedLibraryPanel({ linked }: { readonly linked: LinkedLibrary }) {
  const t = useMessages(linkedMessages);
  const change = useChange();
  const { id, name, problems, problem_count, removals, removal_count } = linked;
  const dismiss = () =>
    change.mutate(async () => {
      await api.delete('/api/linked-libraries/{id}/removals', { params: { id: String(id) } });
      return undefined;
    });
  return (
    <Panel title={name} actions={<LinkedActions linked={linked} />}>
      <LastImport linked={linked} />
      <MessageList title={t.problems(problem_count)} entries={problems} total={problem_count} />
      <MessageList title={t.removals(removal_count)} entries={removals} total={removal_count}>
        <Button isBlocked={change.isPending} onClick={dismiss}>
          {t.dismiss}
        </Button>
      </MessageList>
    </Panel>
  );
}

function LinkedActions({ linked }: { readonly linked: LinkedLibrary }) {
  const t = useMessages(linkedMessages);
  const change = useChange();
  const { id, name, collection_id: collection, is_running: isRunning } = linked;
  const params = { id: String(id) };
  const refresh = () =>
    change.mutate(async () => {
      await api.post('/api/linked-libraries/{id}/refresh', { params });
      return undefined;
    });
  const unlink = async () => {
    const title = t.unlinkOf(name);
    if (!(await ask({ title, text: t.unlinkWhy, confirm: t.unlink }))) return;
    change.mutate(async () => {
      await api.delete('/api/linked-libraries/{id}', { params });
      return t.unlinked(name);
    });
  };
  return (
    <div className="row">
      {collection === null ? null : (
        <Link to="/library" search={{ collection: String(collection) }}>
          {t.collection}
        </Link>
      )}
      <Button aria-label={t.refreshOf(name)} isBlocked={isRunning || change.isPending} onClick={refresh}>
        {t.refresh}
      </Button>
      <Button aria-label={t.unlinkOf(name)} isBlocked={change.isPending} onClick={() => void unlink()}>
        {t.unlink}
      </Button>
    </div>
  );
}

function LastImport({ linked }: { readonly linked: LinkedLibrary }) {
  const t = useMessages(linkedMessages);
  const { name, is_running: isRunning, done, total, counts, failure, last_run_at: last, next_run_at: next } = linked;
  const { papers, changed, notes, highlights, files } = counts;
  return (
    <>
      {isRunning ? <Progress label={t.importing(name)} done={done} total={total} isActive /> : null}
      {failure === '' ? null : (
        <p className="bad">
          {t.stopped} {failure}
        </p>
      )}
      <p role="status">{t.counts(papers, changed, notes, highlights, files)}</p>
      <p className="muted small">
        {last === null ? (
          t.never
        ) : (
          <>
            {t.lastRun} <Age time={last} />
          </>
        )}
        {next === null || isRunning ? null : (
          <>
            {' · '}
            {t.nextRun} <Age time={next} />
          </>
        )}
      </p>
    </>
  );
}

interface ListProps {
  readonly title: string;
  readonly entries: readonly LinkedMessage[];
  readonly total: number;
  readonly children?: ReactNode;
}

function MessageList({ title, entries, total, children }: ListProps) {
  const t = useMessages(linkedMessages);
  if (entries.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ul>
        {entries.map(({ key, title: name, bibcode, messages }) => (
          <li key={key}>
            {bibcode === null ? name : <PaperLink bibcode={bibcode}>{name || bibcode}</PaperLink>}
            <span className="muted small">{`: ${messages.join('; ')}`}</span>
          </li>
        ))}
        {total > entries.length ? <li className="muted">{t.more(total - entries.length)}</li> : null}
      </ul>
      {children}
    </details>
  );
}
