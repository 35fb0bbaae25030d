import { ask } from '@almagest/ui/components/ask';
import { useRefusal } from '@almagest/ui/caller';
import { useMessages } from '@almagest/ui/messages';
import { addressOf } from '@almagest/ui/api-client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { api } from '../../api.ts';
import { workflowsQuery } from '../../queries/overview.ts';
import { useStillHere } from '@almagest/ui/still-here';
import { useChange } from '@almagest/ui/use-change';
import { menuMessages } from './menu-messages.ts';
import { SchedulingDialog } from './scheduling-dialog.tsx';
import '@almagest/ui/menu.css';

export function WorkflowMenu({ name }: { readonly name: string }) {
  const t = useMessages(menuMessages);
  const [isScheduling, setScheduling] = useState(false);
  const remove = useRemoval(name);
  const [mayNotSteer, mayNotRemove] = [useRefusal('operator'), useRefusal('administrator')];
  return (
    <>
      <MenuTrigger>
        <Button className="button icon-only" aria-label={t.more}>
          <Ellipsis size={18} aria-hidden />
        </Button>
        <Popover className="menu-popover" placement="bottom end">
          <Menu className="menu">
            <MenuItem isDisabled={mayNotSteer !== undefined} onAction={() => setScheduling(true)}>
              {t.scheduling}
              {mayNotSteer === undefined ? null : <span className="muted small"> {mayNotSteer}</span>}
            </MenuItem>
            <MenuItem href={addressOf('/api/workflows/{name}/export', { params: { name } })} download="">
              {t.archive}
            </MenuItem>
            <Separator />
            <MenuItem className="bad" isDisabled={mayNotRemove !== undefined} onAction={() => void remove()}>
              {t.remove}
              {mayNotRemove === undefined ? null : <span className="muted small"> {mayNotRemove}</span>}
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      {isScheduling ? <SchedulingDialog name={name} onClose={() => setScheduling(false)} /> : null}
    </>
  );
}

function useRemoval(name: string): () => Promise<void> {
  const t = useMessages(menuMessages);
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  const change = useChange();
  const client = useQueryClient();
  return async () => {
    const sure = await ask({
      title: t.askRemove(name),
      text: t.removeWhy,
      confirm: t.removeConfirm,
      danger: true,
      typed: name,
    });
    if (!sure) return;
    change.mutate(async () => {
      await api.delete('/api/workflows/{name}', { params: { name } });
      // Removes the workflow from the cached list that the next page shows.
      client.setQueryData(workflowsQuery.queryKey, (known) => known?.filter((each) => each.name !== name));
      if (isStillHere()) await navigate({ to: '/' });
      return t.removed(name);
    });
  };
}
