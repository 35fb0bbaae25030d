import type { ObjectOwnership } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { groupsQuery } from '../queries/groups.ts';
import { sharingMessages } from './messages.ts';

/** Marks an object that other people see, or that belongs to another person. Shows nothing for a private object. */
export function SharedMark({ ownership }: { readonly ownership: ObjectOwnership | undefined }) {
  if (ownership === undefined || (ownership.is_own && ownership.sharing === null)) return null;
  return <Mark ownership={ownership} />;
}

function Mark({ ownership }: { readonly ownership: ObjectOwnership }) {
  const text = useSharingText(ownership);
  return (
    <span className="muted" role="img" aria-label={text} title={text}>
      <Users size={14} aria-hidden />
    </span>
  );
}

/** Returns the owner of another person's object, or with whom the caller's object is shared. */
export function useSharingText({ owner, is_own: isOwn, sharing }: ObjectOwnership): string {
  const t = useMessages(sharingMessages);
  const { data: groups = [] } = useQuery(groupsQuery);
  if (!isOwn && owner !== null) return t.by(owner);
  if (sharing === null) return t.onlyMe;
  if (sharing.with === 'everyone') return t.withEveryone;
  return t.withGroup(groups.find(({ id }) => id === sharing.group_id)?.name ?? t.otherGroup);
}
