import type { Passkey } from '@almagest/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountApi } from '../account-api.ts';
import { ask } from '../components/ask.tsx';
import { Button } from '../components/button.tsx';
import { CardTable } from '../components/card-table.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Empty, Loaded } from '../components/page-states.tsx';
import { Panel } from '../components/panel.tsx';
import { Age, LocalTime } from '../components/times.tsx';
import { useMessages } from '../messages.ts';
import { addPasskey, hasPasskeys } from '../passkeys.ts';
import { useChange } from '../use-change.ts';
import { explained, passkeyMessages } from './passkey-messages.ts';
import './accounts.css';

interface PasskeysProps {
  readonly api: AccountApi;
}

const PASSKEYS = { queryKey: ['account-passkeys'] };

/** Lists, adds, renames and removes the caller's passkeys. */
export function PasskeysPanel({ api }: PasskeysProps) {
  const t = useMessages(passkeyMessages);
  return (
    <Panel title={t.passkeys}>
      <Loaded
        query={useQuery({ ...PASSKEYS, queryFn: async () => await api.get('/api/account/passkeys') })}
        loading={t.loading}
      >
        {(rows) => (rows.length === 0 ? <Empty>{t.none}</Empty> : <PasskeyTable api={api} passkeys={rows} />)}
      </Loaded>
      {hasPasskeys() ? <NewPasskeyForm api={api} /> : <p className="muted">{t.unsupported}</p>}
    </Panel>
  );
}

function PasskeyTable({ api, passkeys }: PasskeysProps & { readonly passkeys: readonly Passkey[] }) {
  const t = useMessages(passkeyMessages);
  const change = useChange(PASSKEYS);
  const [renamed, setRenamed] = useState<Passkey>();
  const remove = async ({ id, name }: Passkey) => {
    if (!(await ask({ title: t.remove(name), text: t.removeWhy, confirm: t.remove(name), danger: true }))) return;
    change.mutate(async () => {
      await api.delete('/api/account/passkeys/{id}', { params: { id } });
      return undefined;
    });
  };
  const columns = [
    { title: t.passkey, isHead: true, cell: ({ name }: Passkey) => name },
    { title: t.since, cell: ({ created_at }: Passkey) => <LocalTime time={created_at} /> },
    { title: t.lastUsed, cell: ({ last_used_at: at }: Passkey) => (at === null ? t.never : <Age time={at} />) },
    {
      title: t.actions,
      cell: (passkey: Passkey) => (
        <div className="row">
          <Button onClick={() => setRenamed(passkey)}>{t.rename(passkey.name)}</Button>
          <Button onClick={() => void remove(passkey)}>{t.remove(passkey.name)}</Button>
        </div>
      ),
    },
  ];
  return (
    <>
      <CardTable caption={t.passkeys} columns={columns} rows={passkeys} keyOf={({ id }) => id} />
      {renamed === undefined ? null : (
        <RenameDialog api={api} passkey={renamed} onClose={() => setRenamed(undefined)} />
      )}
    </>
  );
}

interface RenameProps extends PasskeysProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

function RenameDialog({ api, passkey: { id, name }, onClose }: RenameProps) {
  const t = useMessages(passkeyMessages);
  const change = useChange(PASSKEYS);
  const [text, setText] = useState(name);
  const rename = () => {
    change.mutate(async () => {
      await api.patch('/api/account/passkeys/{id}', { params: { id }, body: { name: text } });
      onClose();
      return undefined;
    });
  };
  return (
    <Dialog title={t.rename(name)} onClose={onClose}>
      <Form onSubmit={rename}>
        <TextField
          label={t.name}
          required
          autoFocus
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={setText}
        />
        <div className="dialog-buttons">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" isBlocked={change.isPending}>
            {t.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function NewPasskeyForm({ api }: PasskeysProps) {
  const t = useMessages(passkeyMessages);
  const change = useChange(PASSKEYS);
  const [name, setName] = useState('');
  const add = () => {
    change.mutate(async () => {
      try {
        await addPasskey(api, name);
      } catch (error) {
        throw explained(error, t);
      }
      setName('');
      return t.added;
    });
  };
  return (
    <Form className="stack account-form" onSubmit={add}>
      <TextField label={t.name} required autoComplete="off" maxLength={200} value={name} onChange={setName} />
      <div>
        <Button type="submit" isBlocked={change.isPending}>
          {t.add}
        </Button>
      </div>
    </Form>
  );
}
