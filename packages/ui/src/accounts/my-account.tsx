import type { AccountSession, ApiKey, KeyScope } from '@almagest/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountApi } from '../account-api.ts';
import { roleMessages } from '../caller.ts';
import { ask } from '../components/ask.tsx';
import { Button } from '../components/button.tsx';
import { CardTable } from '../components/card-table.tsx';
import { SelectField, TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Empty, Loaded } from '../components/page-states.tsx';
import { Panel } from '../components/panel.tsx';
import { Age, LocalTime } from '../components/times.tsx';
import { useMessages } from '../messages.ts';
import { usePageTitle } from '../page-title.ts';
import { useChange } from '../use-change.ts';
import { accountMessages } from './messages.ts';
import { oidcMessages } from './oidc-messages.ts';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { SecretDialog, type Secret } from './secret-dialog.tsx';
import './accounts.css';

interface AccountProps {
  readonly api: AccountApi;
}

/** Shows the caller's own account: password, sessions and API keys. */
export function MyAccount({ api }: AccountProps) {
  const t = useMessages(accountMessages);
  const o = useMessages(oidcMessages);
  const roles = useMessages(roleMessages);
  usePageTitle(t.account);
  return (
    <Loaded
      query={useQuery({ queryKey: ['account'], queryFn: async () => await api.get('/api/account') })}
      loading={t.loading}
    >
      {({ id, user_name, display_name, role, has_password, provider }) => (
        <div className="stack">
          <Panel title={t.account}>
            <p>
              <strong>{display_name}</strong> ({user_name})
            </p>
            <p>{t.roleIs(roles[role])}</p>
            {id === null ? <p>{t.builtIn}</p> : null}
            {id !== null && has_password ? <p>{o.signedInHere}</p> : null}
            {provider === null ? null : <p>{o.signedInWith(provider)}</p>}
          </Panel>
          {id === null ? null : (
            <>
              {has_password ? (
                <>
                  <PasswordPanel api={api} />
                  <PasskeysPanel api={api} />
                </>
              ) : null}
              <SessionsPanel api={api} />
              <KeysPanel api={api} />
            </>
          )}
        </div>
      )}
    </Loaded>
  );
}

function PasswordPanel({ api }: AccountProps) {
  const t = useMessages(accountMessages);
  const change = useChange();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const save = () => {
    change.mutate(async () => {
      await api.put('/api/account/password', { body: { current, password } });
      setCurrent('');
      setPassword('');
      return t.passwordChanged;
    });
  };
  return (
    <Panel title={t.password}>
      <Form className="stack account-form" onSubmit={save}>
        <TextField
          label={t.currentPassword}
          type="password"
          autoComplete="current-password"
          required
          value={current}
          onChange={setCurrent}
        />
        <TextField
          label={t.newPassword}
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          value={password}
          onChange={setPassword}
        />
        <div>
          <Button type="submit" isBlocked={change.isPending}>
            {t.changePassword}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

function SessionsPanel({ api }: AccountProps) {
  const t = useMessages(accountMessages);
  const key = { queryKey: ['account-sessions'] };
  const sessions = useQuery({ ...key, queryFn: async () => await api.get('/api/account/sessions') });
  const change = useChange(key);
  const end = (id: string) =>
    change.mutate(async () => {
      await api.delete('/api/account/sessions/{id}', { params: { id } });
      return undefined;
    });
  const others = (sessions.data ?? []).filter(({ current }) => !current);
  const endOthers = () =>
    change.mutate(async () => {
      for (const { id } of others) await api.delete('/api/account/sessions/{id}', { params: { id } });
      return t.othersEnded;
    });
  const columns = [
    { title: t.address, isHead: true, cell: ({ address }: AccountSession) => address },
    { title: t.program, isWide: true, cell: ({ program }: AccountSession) => program },
    { title: t.since, cell: ({ created_at }: AccountSession) => <LocalTime time={created_at} /> },
    { title: t.lastUsed, cell: ({ last_used_at }: AccountSession) => <Age time={last_used_at} /> },
    {
      title: t.actions,
      cell: ({ id, current }: AccountSession) =>
        current ? <span className="muted">{t.thisSession}</span> : <Button onClick={() => end(id)}>{t.end}</Button>,
    },
  ];
  return (
    <Panel
      title={t.sessions}
      actions={
        <Button isBlocked={others.length === 0 || change.isPending} onClick={endOthers}>
          {t.endOthers}
        </Button>
      }
    >
      <Loaded query={sessions} loading={t.loading}>
        {(rows) => <CardTable caption={t.sessions} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </Loaded>
    </Panel>
  );
}

const KEYS = { queryKey: ['account-keys'] };

function KeysPanel({ api }: AccountProps) {
  const t = useMessages(accountMessages);
  const keys = useQuery({ ...KEYS, queryFn: async () => await api.get('/api/account/keys') });
  const change = useChange(KEYS);
  const [secret, setSecret] = useState<Secret>();
  const revoke = async ({ id, name }: ApiKey) => {
    if (!(await ask({ title: t.revoke(name), text: t.revokeWhy, confirm: t.revoke(name), danger: true }))) return;
    change.mutate(async () => {
      await api.delete('/api/account/keys/{id}', { params: { id } });
      return undefined;
    });
  };
  const columns = [
    { title: t.key, isHead: true, cell: ({ name, beginning }: ApiKey) => `${name} (${beginning}…)` },
    { title: t.scope, cell: ({ scope }: ApiKey) => t[scope] },
    {
      title: t.expires,
      cell: ({ expires_at: at }: ApiKey) => (at === null ? t.never : <LocalTime time={at} />),
    },
    {
      title: t.lastUsed,
      cell: ({ last_used_at: at }: ApiKey) => (at === null ? t.never : <Age time={at} />),
    },
    {
      title: t.actions,
      cell: (key: ApiKey) => <Button onClick={() => void revoke(key)}>{t.revoke(key.name)}</Button>,
    },
  ];
  return (
    <Panel title={t.keys}>
      <Loaded query={keys} loading={t.loading}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t.noKeys}</Empty>
          ) : (
            <CardTable caption={t.keys} columns={columns} rows={rows} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      <NewKeyForm api={api} onCreated={(name, text) => setSecret({ title: t.keyTitle(name), why: t.keyWhy, text })} />
      {secret === undefined ? null : <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Panel>
  );
}

function NewKeyForm({ api, onCreated }: AccountProps & { onCreated: (name: string, key: string) => void }) {
  const t = useMessages(accountMessages);
  const change = useChange(KEYS);
  const [name, setName] = useState('');
  const [scope, setScope] = useState<KeyScope>('read');
  const [days, setDays] = useState('');
  const create = () => {
    const expiry = days === '' ? {} : { expires_in_days: Number(days) };
    change.mutate(async () => {
      const { key } = await api.post('/api/account/keys', { body: { name, scope, ...expiry } });
      onCreated(name, key);
      setName('');
      return undefined;
    });
  };
  return (
    <Form className="stack account-form" onSubmit={create}>
      <TextField label={t.keyName} required autoComplete="off" value={name} onChange={setName} />
      <SelectField
        label={t.scope}
        value={scope}
        options={[
          ['read', t.read],
          ['full', t.full],
        ]}
        onChange={setScope}
      />
      <TextField label={t.days} type="number" min={1} max={3650} value={days} onChange={setDays} />
      <div>
        <Button type="submit" isBlocked={change.isPending}>
          {t.createKey}
        </Button>
      </div>
    </Form>
  );
}
