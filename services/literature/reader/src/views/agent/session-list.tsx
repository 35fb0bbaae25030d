import type { SessionRecord, SessionStatus } from '@almagest/contracts/literature';
import { ask } from '@almagest/ui/components/ask';
import { Button, buttonClass } from '@almagest/ui/components/button';
import { Loaded } from '@almagest/ui/components/page-states';
import { Pill, type PillKind } from '@almagest/ui/components/pill';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { api } from '../../api.ts';
import { ListChanged } from '../../list-changed.tsx';
import { expectChange, useHeldList } from '../../use-held-list.ts';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { agentMessages } from './messages.ts';
import { FIRST_SESSIONS, sessionsQuery } from './queries.ts';

const MOST = 100;

const KINDS: Readonly<Record<SessionStatus, PillKind>> = {
  running: 'busy',
  waiting: 'warning',
  completed: 'good',
  stopped: 'idle',
  failed: 'bad',
};

export function StatusPill({ status }: { readonly status: SessionStatus }) {
  const t = useMessages(agentMessages);
  return <Pill kind={KINDS[status]}>{t[status]}</Pill>;
}

/** Lists the sessions, last used first. */
export function SessionList({ shown }: { readonly shown: string | undefined }) {
  const t = useMessages(agentMessages);
  const [limit, setLimit] = useState(FIRST_SESSIONS);
  return (
    <nav aria-label={t.sessions} className="session-list stack">
      <Link to="/agent" search={{}} className={buttonClass()}>
        {t.newSession}
      </Link>
      <Loaded query={useQuery({ ...sessionsQuery(limit), placeholderData: keepPreviousData })} loading={t.loading}>
        {({ sessions: list, total }) => (
          <>
            {list.length === 0 ? <p className="muted">{t.none}</p> : null}
            <Sessions list={list} shown={shown} />
            {total > list.length && limit < MOST ? (
              <Button onClick={() => setLimit(Math.min(MOST, limit + FIRST_SESSIONS))}>{t.more}</Button>
            ) : null}
          </>
        )}
      </Loaded>
    </nav>
  );
}

/**
 * Lists the sessions. New sessions from other tabs appear at the top, but never while the list is hovered or focused.
 */
function Sessions({ list, shown }: { readonly list: readonly SessionRecord[]; readonly shown: string | undefined }) {
  const ids = list.map(({ id }) => id).join(' ');
  const order = useMemo(() => ids.split(' '), [ids]);
  const held = useHeldList('sessions', order);
  const byId = new Map(list.map((session) => [session.id, session]));
  return (
    <>
      <ul {...held.handlers}>
        {(held.shown ?? order)
          .flatMap((id) => byId.get(id) ?? [])
          .map((session) => (
            <SessionRow key={session.id} session={session} isShown={session.id === shown} />
          ))}
      </ul>
      <ListChanged list={held} />
    </>
  );
}

function SessionRow({ session, isShown }: { readonly session: SessionRecord; readonly isShown: boolean }) {
  const t = useMessages(agentMessages);
  const navigate = useNavigate();
  const change = useChange({ queryKey: ['agent'] });
  const { id, title, status, updated_at: time } = session;
  const remove = async () => {
    if (!(await ask({ title: t.removeAsk, text: title, confirm: t.removeDo, danger: true }))) return undefined;
    if (isShown) await navigate({ to: '/agent', search: {} });
    expectChange();
    await api.delete('/api/chat/sessions/{id}', { params: { id } });
    return undefined;
  };
  return (
    <li className={isShown ? 'session shown' : 'session'}>
      <Link to="/agent" search={{ session: id }} aria-current={isShown ? 'page' : undefined}>
        <TextWithFormulas text={title} />
      </Link>
      <span className="row spread">
        <span className="row">
          <StatusPill status={status} />
          <span className="muted small">
            <Age time={time} />
          </span>
        </span>
        <Button
          kind="quiet"
          iconOnly
          aria-label={t.remove(title)}
          title={t.remove(title)}
          onClick={() => change.mutate(remove)}
        >
          <Trash2 size={15} aria-hidden />
        </Button>
      </span>
    </li>
  );
}
