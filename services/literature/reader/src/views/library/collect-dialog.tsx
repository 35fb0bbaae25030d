import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionsQuery } from '../../queries/library.ts';
import { useRights } from '../../sharing/use-rights.ts';
import { pathOf } from './collection-tree.ts';
import { actionMessages } from './messages.ts';
import type { SelectionDialogProps } from './tag-dialog.tsx';

/** Adds the selected papers to a collection or removes them from it. The collection can be new. */
export function CollectDialog({ chosen, actions, onClose }: SelectionDialogProps) {
  const a = useMessages(actionMessages);
  const { data: collections = [] } = useQuery(collectionsQuery);
  const rights = useRights();
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const collection = collections.find((one) => String(one.id) === id);
  const change = (kind: 'add' | 'remove') => {
    if (collection !== undefined) actions.collect(chosen, kind, collection);
    else actions.collectInNew(chosen, name.trim());
    onClose();
  };
  return (
    <Dialog title={a.collectTitle(chosen.length)} onClose={onClose}>
      <Form
        onSubmit={() => change('add')}
        onKeyDown={(event) => {
          // Enter would open the list of collections.
          if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
      >
        <SelectField
          label={a.collection}
          value={id}
          options={[
            ['', a.newCollection],
            ...collections
              .filter((one) => rights(one).mayEdit)
              .map((one) => [String(one.id), pathOf(collections, one)] as const),
          ]}
          onChange={setId}
        />
        {collection === undefined ? (
          <TextField label={a.newName} maxLength={200} required value={name} onChange={setName} />
        ) : null}
        <div className="dialog-buttons">
          <Button onClick={onClose}>{a.cancel}</Button>
          <Button isBlocked={collection === undefined} onClick={() => change('remove')}>
            {a.takeOut}
          </Button>
          <Button type="submit" kind="primary" isBlocked={collection === undefined && name.trim() === ''}>
            {a.putIn}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
