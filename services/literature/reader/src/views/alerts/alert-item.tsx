import type { Alert, AlertSchedule } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { SelectField } from '@almagest/ui/components/field';
import { Pill } from '@almagest/ui/components/pill';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionMenu } from '../../action-menu.tsx';
import { api } from '../../api.ts';
import { useAction } from '../../use-action.ts';
import { NameDialog } from '../library/name-dialog.tsx';
import { FeedDialog } from './feed-dialog.tsx';
import { mailMessages } from './mail-messages.ts';
import { alertMessages } from './messages.ts';
import { alertMailQuery } from './queries.ts';

/** Shows an alert with its number of new papers, its last check and its actions. */
export function AlertItem({ alert, isShown }: { readonly alert: Alert; readonly isShown: boolean }) {
  const t = useMessages(alertMessages);
  const { id, name, new_count: news, failures } = alert;
  return (
    <li className={isShown ? 'alert shown' : 'alert'}>
      <div className="row spread">
        <Link to="/alerts" search={{ alert: String(id) }} aria-current={isShown ? 'true' : undefined}>
          {name}
        </Link>
        <Pill kind={news > 0 ? 'busy' : 'idle'}>{t.newPapers(news)}</Pill>
      </div>
      {name === alert.query ? null : <code className="muted small">{alert.query}</code>}
      <Checks alert={alert} />
      {failures.length === 0 ? null : (
        <div className="bad small">
          {t.failed}
          <ul>
            {failures.map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
        </div>
      )}
      <AlertMailSelect alert={alert} />
      <AlertActions alert={alert} />
    </li>
  );
}

function Checks({
  alert: { is_checking: isChecking, last_checked_at: last, next_check_at: next },
}: {
  readonly alert: Alert;
}) {
  const t = useMessages(alertMessages);
  return (
    <p className="muted small" role="status">
      {isChecking ? (
        t.checking
      ) : last === null ? (
        t.notChecked
      ) : (
        <>
          {t.checked} <Age time={last} />
        </>
      )}
      {next === null || isChecking ? null : (
        <>
          {' · '}
          {t.next} <Age time={next} />
        </>
      )}
    </p>
  );
}

function AlertActions({ alert }: { readonly alert: Alert }) {
  const t = useMessages(alertMessages);
  const { id, name, schedule, has_feed: hasFeed, is_checking: isChecking } = alert;
  const params = { id: String(id) };
  const action = useAction();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'name' | 'feed'>();
  const change = async (body: { name?: string; schedule?: AlertSchedule }, before: typeof body) => {
    await api.patch('/api/alerts/{id}', { params, body });
    return { undo: async () => await api.patch('/api/alerts/{id}', { params, body: before }) };
  };
  const remove = async () => {
    // Stops loading the papers of the deleted alert.
    await navigate({ to: '/alerts' });
    await api.delete('/api/alerts/{id}', { params });
    return { told: t.deleted(name), undo: async () => await api.post('/api/alerts/{id}/restore', { params }) };
  };
  const revoke = async () => {
    await api.delete('/api/alerts/{id}/feed', { params });
    return { told: t.revoked };
  };
  const check = async () => {
    await api.post('/api/alerts/{id}/check', { params });
    return {};
  };
  return (
    <div className="row alert-actions">
      <SelectField
        label={<span className="unseen">{t.scheduleOf(name)}</span>}
        value={schedule}
        options={(['daily', 'weekly', 'off'] as const).map((one) => [one, t[one]] as const)}
        onChange={(next) => action.mutate(async () => await change({ schedule: next }, { schedule }))}
      />
      <Button aria-label={t.checkNowOf(name)} isBlocked={isChecking} onClick={() => action.mutate(check)}>
        {t.checkNow}
      </Button>
      <ActionMenu
        label={t.more(name)}
        isSmall
        actions={[
          { label: t.rename, run: () => setDialog('name') },
          { label: hasFeed ? t.feedAgain : t.feed, run: () => setDialog('feed') },
          ...(hasFeed ? [{ label: t.revoke, run: () => action.mutate(revoke) }] : []),
          { label: t.delete, run: () => action.mutate(remove), isBad: true },
        ]}
      />
      {dialog === 'name' ? (
        <NameDialog
          title={t.renameTitle(name)}
          confirm={t.save}
          name={name}
          onName={(next) => action.mutate(async () => await change({ name: next }, { name }))}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog === 'feed' ? <FeedDialog alert={alert} onClose={() => setDialog(undefined)} /> : null}
    </div>
  );
}

/** Chooses how often new papers of one alert are mailed. Hidden without an address. */
function AlertMailSelect({ alert: { id, name, mail } }: { readonly alert: Alert }) {
  const t = useMessages(mailMessages);
  const action = useAction();
  const { data } = useQuery(alertMailQuery);
  if ((data?.address ?? null) === null) return null;
  const set = async (to: AlertSchedule | null) =>
    await api.patch('/api/alerts/{id}', { params: { id: String(id) }, body: { mail: to } });
  return (
    <SelectField
      label={<span className="unseen">{t.ofAlert(name)}</span>}
      value={mail ?? 'default'}
      options={[
        ['default', t.byDefault],
        ['daily', t.mailDaily],
        ['weekly', t.mailWeekly],
        ['off', t.noMail],
      ]}
      onChange={(next) =>
        action.mutate(async () => {
          await set(next === 'default' ? null : next);
          return {};
        })
      }
    />
  );
}
