import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { SelectField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionsQuery } from '../../queries/library.ts';
import { useRights } from '../../sharing/use-rights.ts';
import { flat, pathOf, type CollectionNode } from './collection-tree.ts';
import { sidebarMessages } from './messages.ts';

export interface MoveDialogProps {
  readonly node: CollectionNode;
  readonly onMove: (parent: number | null) => void;
  readonly onClose: () => void;
}

/** Asks where to move a collection. Offers every place except the collection itself and its children. */
export function MoveDialog({ node, onMove, onClose }: MoveDialogProps) {
  const t = useMessages(sidebarMessages);
  const { data: collections = [] } = useQuery(collectionsQuery);
  const rights = useRights();
  const [parent, setParent] = useState(node.parent_id === null ? '' : String(node.parent_id));
  const own = new Set(flat([node]).map(({ id }) => id));
  return (
    <Dialog title={t.moveTitle(node.name)} onClose={onClose}>
      <Form
        onSubmit={() => {
          onMove(parent === '' ? null : Number(parent));
          onClose();
        }}
      >
        <SelectField
          label={t.into}
          value={parent}
          options={[
            ['', t.outermost],
            ...collections
              .filter((one) => !own.has(one.id) && rights(one).mayEdit)
              .map((one) => [String(one.id), pathOf(collections, one)] as const),
          ]}
          onChange={setParent}
        />
        <div className="dialog-buttons">
          <Button onClick={onClose}>{t.close}</Button>
          <Button type="submit" kind="primary">
            {t.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
