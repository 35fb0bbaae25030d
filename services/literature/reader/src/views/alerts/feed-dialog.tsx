import type { Alert } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { TextField } from '@almagest/ui/components/field';
import { Failed, Skeleton } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api.ts';
import { alertMessages } from './messages.ts';

/** Creates the feed address of an alert and shows it. The service returns the address only once. */
export function FeedDialog({ alert: { id, name }, onClose }: { readonly alert: Alert; readonly onClose: () => void }) {
  const t = useMessages(alertMessages);
  const client = useQueryClient();
  const { data, error, mutate } = useMutation({
    mutationFn: async () => await api.post('/api/alerts/{id}/feed', { params: { id: String(id) } }),
    onSettled: async () => await client.invalidateQueries({ queryKey: ['alerts'] }),
  });
  useEffect(() => mutate(), [mutate]);
  const address = data === undefined ? '' : new URL(data.path, location.href).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      tellDone(t.copied);
    } catch (fault) {
      tellFault(fault);
    }
  };
  return (
    <Dialog title={t.feedTitle(name)} onClose={onClose}>
      <div className="stack">
        <p className="muted">{t.feedWhy}</p>
        {error === null ? null : <Failed error={error} onRetry={mutate} />}
        {data === undefined ? (
          error === null ? (
            <Skeleton>{t.checking}</Skeleton>
          ) : null
        ) : (
          <TextField label={t.feedAddress} readOnly value={address} onChange={() => undefined} />
        )}
        <div className="dialog-buttons">
          <Button isBlocked={data === undefined} onClick={() => void copy()}>
            {t.copy}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
