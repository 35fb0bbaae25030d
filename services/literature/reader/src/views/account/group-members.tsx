import type { GroupRole, PersonGroup } from '@almagest/contracts/literature';
import { ask } from '@almagest/ui/components/ask';
import { Button } from '@almagest/ui/components/button';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { SelectField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountApi, api } from '../../api.ts';
import { groupsQuery } from '../../queries/groups.ts';
import { groupMessages } from './group-messages.ts';

const ROLES = ['member', 'editor'] as const;

type Member = PersonGroup['members'][number];

interface MembersProps {
  readonly group: PersonGroup;
}

/** Lists the members of a group. Administrators add, change and remove them. */
export function GroupMembers({ group, isAdministrator }: MembersProps & { readonly isAdministrator: boolean }) {
  const t = useMessages(groupMessages);
  const { setRole, remove } = useMembers(group);
  const columns: CardColumn<Member>[] = [
    {
      title: t.person,
      isHead: true,
      isWide: true,
      cell: ({ user_name, display_name }) => (
        <>
          <strong>{display_name}</strong> <span className="muted">{user_name}</span>
        </>
      ),
    },
    {
      title: t.role,
      cell: (member) =>
        isAdministrator ? (
          <SelectField
            label={<span className="unseen">{t.roleOf(member.user_name, group.name)}</span>}
            value={member.role}
            options={ROLES.map((role) => [role, t[role]])}
            onChange={(role) => setRole(member.account_id, role)}
          />
        ) : (
          t[member.role]
        ),
    },
  ];
  const actions = {
    title: t.actions,
    cell: (member: Member) => (
      <Button aria-label={t.remove(member.user_name, group.name)} onClick={() => void remove(member)}>
        {t.removeShort}
      </Button>
    ),
  };
  return (
    <div className="stack">
      {group.members.length === 0 ? (
        <p className="muted">{t.noMembers}</p>
      ) : (
        <CardTable
          caption={t.members(group.name)}
          columns={isAdministrator ? [...columns, actions] : columns}
          rows={group.members}
          keyOf={({ account_id: id }) => id}
        />
      )}
      {isAdministrator ? <NewMember group={group} /> : null}
    </div>
  );
}

function useMembers({ id, name }: PersonGroup) {
  const t = useMessages(groupMessages);
  const change = useChange(groupsQuery);
  const of = (account: string) => ({ params: { id: String(id), account } });
  return {
    setRole: (account: string, role: GroupRole) =>
      change.mutate(async () => {
        await api.put('/api/groups/{id}/members/{account}', { ...of(account), body: { role } });
        return undefined;
      }),
    remove: async ({ account_id: account, user_name }: Member) => {
      const title = t.remove(user_name, name);
      if (!(await ask({ title, text: t.removeWhy, confirm: title, danger: true }))) return;
      change.mutate(async () => {
        await api.delete('/api/groups/{id}/members/{account}', of(account));
        return undefined;
      });
    },
  };
}

function NewMember({ group }: MembersProps) {
  const t = useMessages(groupMessages);
  const { setRole } = useMembers(group);
  const [account, setAccount] = useState('');
  const { data: people = [] } = useQuery({
    queryKey: ['people'],
    queryFn: async ({ signal }) => await accountApi.get('/api/people', { signal }),
  });
  const members = new Set(group.members.map(({ account_id: id }) => id));
  const others = people.filter(({ id }) => !members.has(id));
  const chosen = others.some(({ id }) => id === account) ? account : '';
  const add = () => {
    setRole(chosen, 'member');
  };
  return (
    <Form className="row" onSubmit={add}>
      <SelectField
        label={<span className="unseen">{t.addTo(group.name)}</span>}
        value={chosen}
        options={[['', t.choose], ...others.map(({ id, display_name: name }) => [id, name] as const)]}
        onChange={setAccount}
      />
      <Button type="submit" aria-label={t.addTo(group.name)} isBlocked={chosen === ''}>
        {t.add}
      </Button>
    </Form>
  );
}
