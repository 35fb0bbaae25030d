import type { ObjectSharing } from '@almagest/contracts/literature';
import { SelectField } from '@almagest/ui/components/field';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { groupsQuery } from '../queries/groups.ts';
import { sharingMessages } from './messages.ts';

export interface SharingFieldProps {
  readonly label: ReactNode;
  readonly sharing: ObjectSharing | null;
  readonly onChange: (sharing: ObjectSharing | null) => void;
}

/** Chooses who sees an object: its owner, everyone, or a group of the caller. */
export function SharingField({ label, sharing, onChange }: SharingFieldProps) {
  const t = useMessages(sharingMessages);
  const { data: groups = [] } = useQuery(groupsQuery);
  const choices: (readonly [ObjectSharing | null, string])[] = [
    [null, t.onlyMe],
    [{ with: 'everyone' }, t.everyone],
    ...groups.flatMap(({ id, name }) => [
      [{ with: 'group', group_id: id, access: 'read' }, name] as const,
      [{ with: 'group', group_id: id, access: 'edit' }, t.edited(name)] as const,
    ]),
  ];
  const current = keyOf(sharing);
  // The owner has left the group, or the groups are still loading.
  if (!choices.some(([one]) => keyOf(one) === current)) choices.push([sharing, t.otherGroup]);
  return (
    <SelectField
      label={label}
      value={current}
      options={choices.map(([one, name]) => [keyOf(one), name])}
      onChange={(key) => onChange(choices.find(([one]) => keyOf(one) === key)?.[0] ?? null)}
    />
  );
}

function keyOf(sharing: ObjectSharing | null): string {
  if (sharing === null) return 'owner';
  return sharing.with === 'everyone' ? 'everyone' : `${sharing.group_id} ${sharing.access}`;
}
