import type { CitationKey } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { useAction } from '../../../use-action.ts';
import { libraryMessages } from '../../library/messages.ts';
import { shelfMessages } from './messages.ts';

interface Props {
  readonly bibcode: string;
  readonly onClose: () => void;
}

/** Shows and changes the citation key of the paper. */
export function KeyDialog({ bibcode, onClose }: Props) {
  const t = useMessages(shelfMessages);
  const l = useMessages(libraryMessages);
  const query = useQuery({
    queryKey: ['citation-key', bibcode],
    queryFn: async ({ signal }) => await api.get('/api/library/citation-keys', { query: { bibcode }, signal }),
  });
  return (
    <Dialog title={t.key} onClose={onClose}>
      <Loaded query={query} loading={l.loading}>
        {(known) => <KeyForm key={known.key} known={known} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function KeyForm({
  known: { bibcode, key, aliases },
  onClose,
}: { readonly known: CitationKey } & Pick<Props, 'onClose'>) {
  const t = useMessages(shelfMessages);
  const action = useAction();
  const [text, setText] = useState(key);
  const save = async () => {
    const changed = await api.patch('/api/library/citation-keys', { body: { bibcode, key: text.trim() } });
    return { told: t.keySaved(changed.key) };
  };
  return (
    <Form onSubmit={() => action.mutate(save)}>
      <TextField label={t.key} maxLength={200} required autoFocus autoComplete="off" value={text} onChange={setText} />
      {aliases.length === 0 ? null : <p className="muted small">{t.aliases(aliases.join(', '))}</p>}
      <div className="dialog-buttons">
        <Button onClick={onClose}>{t.close}</Button>
        <Button type="submit" kind="primary" isBlocked={action.isPending || text.trim() === '' || text === key}>
          {t.saveKey}
        </Button>
      </div>
    </Form>
  );
}
