import type { PersonGroup } from '@almagest/contracts/literature';
import { useCaller } from '@almagest/ui/caller';
import { Button } from '@almagest/ui/components/button';
import { Empty, Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { ask } from '@almagest/ui/components/ask';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useChange } from '@almagest/ui/use-change';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionMenu } from '../../action-menu.tsx';
import { api } from '../../api.ts';
import { groupsQuery } from '../../queries/groups.ts';
import { NameDialog } from '../library/name-dialog.tsx';
import { GroupMembers } from './group-members.tsx';
import { groupMessages } from './group-messages.ts';

/** Lists the caller's groups. Administrators see and change all groups. */
export function Groups() {
  const t = useMessages(groupMessages);
  usePageTitle(t.groups);
  const groups = useQuery(groupsQuery);
  const isAdministrator = useCaller()?.role === 'administrator';
  return (
    <div className="stack">
      <Panel title={t.groups} actions={<NewGroup />}>
        <Loaded query={groups} loading={t.loading}>
          {(rows) => (rows.length === 0 ? <Empty>{t.none}</Empty> : null)}
        </Loaded>
      </Panel>
      {(groups.data ?? []).map((group) => (
        <Panel key={group.id} title={group.name} actions={isAdministrator ? <GroupActions group={group} /> : undefined}>
          <GroupMembers group={group} isAdministrator={isAdministrator} />
        </Panel>
      ))}
    </div>
  );
}

function NewGroup() {
  const t = useMessages(groupMessages);
  const change = useChange(groupsQuery);
  const [isNaming, setNaming] = useState(false);
  const create = (name: string) =>
    change.mutate(async () => {
      await api.post('/api/groups', { body: { name } });
      return undefined;
    });
  return (
    <>
      <Button kind="primary" needs="administrator" onClick={() => setNaming(true)}>
        {t.newGroup}
      </Button>
      {isNaming ? (
        <NameDialog title={t.newGroup} confirm={t.create} onName={create} onClose={() => setNaming(false)} />
      ) : null}
    </>
  );
}

function GroupActions({ group: { id, name } }: { readonly group: PersonGroup }) {
  const t = useMessages(groupMessages);
  const change = useChange(groupsQuery);
  const [isNaming, setNaming] = useState(false);
  const params = { id: String(id) };
  const run = (work: () => Promise<unknown>) =>
    change.mutate(async () => {
      await work();
      return undefined;
    });
  const remove = async () => {
    const title = t.deleteTitle(name);
    if (await ask({ title, text: t.deleteWhy, confirm: title, danger: true, typed: name }))
      run(async () => await api.delete('/api/groups/{id}', { params }));
  };
  return (
    <>
      <ActionMenu
        label={t.more(name)}
        isSmall
        actions={[
          { label: t.rename, run: () => setNaming(true) },
          { label: t.delete, run: () => void remove(), isBad: true },
        ]}
      />
      {isNaming ? (
        <NameDialog
          title={t.renameTitle(name)}
          confirm={t.save}
          name={name}
          onName={(next) => run(async () => await api.patch('/api/groups/{id}', { params, body: { name: next } }))}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  );
}
