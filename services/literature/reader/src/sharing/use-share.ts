import type { ObjectSharing, SharedKind } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { api } from '../api.ts';
import { useAction } from '../use-action.ts';
import { sharingMessages } from './messages.ts';

export function useShare(kind: SharedKind) {
  const t = useMessages(sharingMessages);
  const action = useAction();
  return (ids: readonly (number | string)[], sharing: ObjectSharing | null) =>
    action.mutate(async () => {
      for (const id of ids) await api.put('/api/sharing', { body: { kind, id: String(id), sharing } });
      return { told: t.shared };
    });
}
