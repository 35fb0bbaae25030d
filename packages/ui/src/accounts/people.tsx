import type { NewPerson, Person, PersonChange } from '@almagest/contracts';
import type { PersonRole } from '@almagest/contracts/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountApi } from '../account-api.ts';
import { roleMessages } from '../caller.ts';
import { ask } from '../components/ask.tsx';
import { Button } from '../components/button.tsx';
import { CardTable, type CardColumn } from '../components/card-table.tsx';
import { Dialog } from '../components/dialog.tsx';
import { SelectField, TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Empty, Loaded } from '../components/page-states.tsx';
import { Panel } from '../components/panel.tsx';
import { Age } from '../components/times.tsx';
import { useMessages } from '../messages.ts';
import { usePageTitle } from '../page-title.ts';
import { useChange } from '../use-change.ts';
import { accountMessages } from './messages.ts';
import { SecretDialog, type Secret } from './secret-dialog.tsx';
import './accounts.css';

const PEOPLE = { queryKey: ['people'] };
/**
 * The first account closes an open service. The lists are therefore loaded only after the administrator has seen the
 * account's link.
 */
const NOTHING = { predicate: () => false };

export interface PeopleProps {
  readonly api: AccountApi;
  /** The roles of the service, lowest first. */
  readonly roles: readonly PersonRole[];
}

/** Lists everyone who has an account, for administrators. */
export function People({ api, roles }: PeopleProps) {
  const t = useMessages(accountMessages);
  usePageTitle(t.people);
  const people = useQuery({ ...PEOPLE, queryFn: async () => await api.get('/api/people') });
  const [isInviting, setInviting] = useState(false);
  const client = useQueryClient();
  const [secret, setSecret] = useState<Secret>();
  const closeLink = () => {
    setSecret(undefined);
    void client.invalidateQueries(PEOPLE);
  };
  const showLink = (name: string, url: string) => setSecret({ title: t.linkTitle(name), why: t.linkWhy, text: url });
  const invite = (
    <Button kind="primary" needs="administrator" onClick={() => setInviting(true)}>
      {t.invite}
    </Button>
  );
  return (
    <Panel title={t.people} actions={invite}>
      <Loaded query={people} loading={t.loading}>
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <Empty>
                <p>
                  <strong>{t.none}</strong> {t.noneWhy}
                </p>
              </Empty>
            ) : (
              <PeopleTable api={api} roles={roles} people={rows} onLink={showLink} />
            )}
          </>
        )}
      </Loaded>
      {isInviting ? (
        <InviteDialog
          api={api}
          roles={roles}
          isFirst={people.data?.length === 0}
          onClose={() => setInviting(false)}
          onLink={showLink}
        />
      ) : null}
      {secret === undefined ? null : <SecretDialog secret={secret} onClose={closeLink} />}
    </Panel>
  );
}

type OnLink = (name: string, url: string) => void;

interface PeopleTableProps extends PeopleProps {
  readonly people: readonly Person[];
  readonly onLink: OnLink;
}

function PeopleTable({ api, roles, people, onLink }: PeopleTableProps) {
  const t = useMessages(accountMessages);
  const columns: CardColumn<Person>[] = [
    {
      title: t.userName,
      isHead: true,
      cell: ({ user_name, display_name }) => (
        <>
          <strong>{user_name}</strong> <span className="muted">{display_name}</span>
        </>
      ),
    },
    { title: t.role, cell: (person) => <RoleField api={api} roles={roles} person={person} /> },
    { title: t.state, cell: ({ state, provider }) => [t[state], provider ?? []].flat().join(' · ') },
    {
      title: t.lastSignIn,
      cell: ({ last_sign_in_at: at }) => (at === null ? t.never : <Age time={at} />),
    },
    { title: t.access, cell: ({ session_count, key_count }) => t.accessOf(session_count, key_count) },
    { title: t.actions, isWide: true, cell: (person) => <PersonActions api={api} person={person} onLink={onLink} /> },
  ];
  return <CardTable caption={t.people} columns={columns} rows={people} keyOf={({ id }) => id} />;
}

function RoleField({ api, roles, person }: PeopleProps & { readonly person: Person }) {
  const t = useMessages(accountMessages);
  const names = useMessages(roleMessages);
  const change = useChange(PEOPLE);
  const setRole = (role: PersonRole) =>
    change.mutate(async () => {
      await api.patch('/api/people/{id}', { params: { id: person.id }, body: { role } });
      return t.done;
    });
  return (
    <SelectField
      label={<span className="unseen">{t.roleOf(person.user_name)}</span>}
      value={person.role}
      options={roles.map((role) => [role, names[role]])}
      onChange={setRole}
    />
  );
}

function PersonActions({ api, person, onLink }: { api: AccountApi; person: Person; onLink: OnLink }) {
  const t = useMessages(accountMessages);
  const change = useChange(PEOPLE);
  const { id, user_name: name, state } = person;
  const params = { id };
  const run = (work: () => Promise<unknown>) =>
    change.mutate(async () => {
      await work();
      return t.done;
    });
  const set = (body: PersonChange) => run(async () => await api.patch('/api/people/{id}', { params, body }));
  const disable = async () => {
    if (await ask({ title: t.disable(name), text: t.disableWhy, confirm: t.disable(name), danger: true }))
      set({ disabled: true });
  };
  const remove = async () => {
    if (await ask({ title: t.remove(name), text: t.removeWhy, confirm: t.remove(name), danger: true, typed: name }))
      run(async () => await api.delete('/api/people/{id}', { params }));
  };
  const createLink = () =>
    change.mutate(async () => {
      onLink(name, (await api.post('/api/people/{id}/link', { params })).url);
      return undefined;
    });
  const signOut = () => run(async () => await api.delete('/api/people/{id}/sessions', { params }));
  return (
    <div className="row">
      {state === 'disabled' ? (
        <Button onClick={() => set({ disabled: false })}>{t.enable(name)}</Button>
      ) : (
        <>
          {person.provider === null ? <Button onClick={createLink}>{t.reset(name)}</Button> : null}
          <Button isBlocked={person.session_count === 0} onClick={signOut}>
            {t.signOut(name)}
          </Button>
          <Button onClick={() => void disable()}>{t.disable(name)}</Button>
        </>
      )}
      <Button kind="danger" onClick={() => void remove()}>
        {t.remove(name)}
      </Button>
    </div>
  );
}

interface InviteDialogProps extends PeopleProps {
  /** The first person must be an administrator if the service has no token. */
  readonly isFirst: boolean;
  readonly onClose: () => void;
  readonly onLink: OnLink;
}

function InviteDialog({ api, roles, isFirst, onClose, onLink }: InviteDialogProps) {
  const t = useMessages(accountMessages);
  const names = useMessages(roleMessages);
  const change = useChange(NOTHING);
  const [person, setPerson] = useState<NewPerson>({
    user_name: '',
    display_name: '',
    role: (isFirst ? undefined : roles[0]) ?? 'administrator',
  });
  const invite = () => {
    change.mutate(async () => {
      const { link } = await api.post('/api/people', { body: person });
      onClose();
      onLink(person.user_name, link.url);
      return undefined;
    });
  };
  return (
    <Dialog title={t.inviteTitle} onClose={onClose}>
      <Form onSubmit={invite}>
        <TextField
          label={t.userName}
          required
          autoFocus
          autoComplete="off"
          value={person.user_name}
          onChange={(user_name) => setPerson({ ...person, user_name })}
        />
        <TextField
          label={t.displayName}
          required
          autoComplete="off"
          value={person.display_name}
          onChange={(display_name) => setPerson({ ...person, display_name })}
        />
        <SelectField
          label={t.role}
          value={person.role}
          options={roles.map((role) => [role, names[role]])}
          onChange={(role) => setPerson({ ...person, role })}
        />
        <div className="dialog-buttons">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" isBlocked={change.isPending}>
            {t.invite}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
