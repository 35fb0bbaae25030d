import { useRefusal } from '@almagest/ui/caller';
import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Plus } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { ActionMenu } from '../../action-menu.tsx';
import { collectionsQuery } from '../../queries/library.ts';
import { sharingMessages } from '../../sharing/messages.ts';
import { ShareDialog } from '../../sharing/share-dialog.tsx';
import { SharedMark } from '../../sharing/shared-mark.tsx';
import { useRights } from '../../sharing/use-rights.ts';
import type { LibraryAddress } from './address.ts';
import { treeOf, type CollectionNode } from './collection-tree.ts';
import { MoveDialog } from './move-dialog.tsx';
import { sidebarMessages } from './messages.ts';
import { NameDialog } from './name-dialog.tsx';
import { DRAGGED_PAPERS } from './paper-row.tsx';
import { useCollectionActions } from './use-collection-actions.ts';
import { usePaperActions } from './use-paper-actions.ts';
import { EXACTLY } from './current-link.ts';

const ICON = 16;
const DRAGGED_COLLECTION = 'application/x-almagest-collection';

/** Shows the collections as a tree. Papers and collections can be dragged onto it. */
export function Collections({ address }: { readonly address: LibraryAddress }) {
  const t = useMessages(sidebarMessages);
  const { data: collections } = useQuery(collectionsQuery);
  const actions = useCollectionActions();
  const [isNaming, setNaming] = useState(false);
  const tree = treeOf(collections ?? []);
  return (
    <section aria-label={t.collections}>
      <div className="row spread">
        <h2>{t.collections}</h2>
        <Button
          needs="member"
          kind="quiet"
          iconOnly
          aria-label={t.newCollection}
          title={t.newCollection}
          onClick={() => setNaming(true)}
        >
          <Plus size={ICON} aria-hidden />
        </Button>
      </div>
      {collections?.length === 0 ? <p className="muted small">{t.noCollections}</p> : null}
      <Branch nodes={tree} address={address} />
      {isNaming ? (
        <NameDialog
          title={t.newCollection}
          confirm={t.create}
          onName={(name) => actions.create(name, null)}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </section>
  );
}

function Branch({ nodes, address }: { readonly nodes: readonly CollectionNode[]; readonly address: LibraryAddress }) {
  if (nodes.length === 0) return null;
  return (
    <ul className="tree">
      {nodes.map((node) => (
        <Item key={node.id} node={node} address={address} />
      ))}
    </ul>
  );
}

function Item({ node, address }: { readonly node: CollectionNode; readonly address: LibraryAddress }) {
  const t = useMessages(sidebarMessages);
  const { id, name, paper_count: count, children, ownership } = node;
  const [isOpen, setOpen] = useState(true);
  const [dialog, setDialog] = useState<DialogKind>();
  const drop = useDrop(node);
  return (
    <li>
      <div className={drop.isOver ? 'item over' : 'item'} {...drop.handlers}>
        {children.length === 0 ? (
          <span className="fold" />
        ) : (
          <button
            type="button"
            className="fold"
            aria-expanded={isOpen}
            aria-label={t.fold(name)}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight size={ICON} aria-hidden />
          </button>
        )}
        <Link
          to="/library"
          search={{ collection: String(id) }}
          className="entry"
          activeOptions={EXACTLY}
          aria-current={address.collection === String(id) ? 'page' : undefined}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.setData(DRAGGED_COLLECTION, String(id));
            event.dataTransfer.effectAllowed = 'move';
          }}
        >
          <span className="clipped">{name}</span>
          <SharedMark ownership={ownership} />
          <span className="muted small">{count}</span>
        </Link>
        <ItemMenu node={node} onChoose={setDialog} />
      </div>
      {isOpen ? <Branch nodes={children} address={address} /> : null}
      <ItemDialog node={node} dialog={dialog} onClose={() => setDialog(undefined)} />
    </li>
  );
}

type DialogKind = 'name' | 'inside' | 'move' | 'share';

interface ItemMenuProps {
  readonly node: CollectionNode;
  readonly onChoose: (dialog: DialogKind) => void;
}

/** Offers what the caller may do with a collection. Subcollections are shared with their parent. */
function ItemMenu({ node, onChoose }: ItemMenuProps) {
  const t = useMessages(sidebarMessages);
  const s = useMessages(sharingMessages);
  const actions = useCollectionActions();
  const { mayEdit, isOwn } = useRights()(node);
  const isMember = useRefusal('member') === undefined;
  const mayShare = node.ownership?.is_own === true && node.parent_id === null;
  if (!isMember || !mayEdit) return null;
  return (
    <ActionMenu
      label={t.more(node.name)}
      isSmall
      actions={[
        { label: t.newInsideMenu, run: () => onChoose('inside') },
        { label: t.rename, run: () => onChoose('name') },
        { label: t.move, run: () => onChoose('move') },
        ...(mayShare ? [{ label: s.share, run: () => onChoose('share') }] : []),
        ...(isOwn ? [{ label: t.delete, run: () => actions.remove(node), isBad: true }] : []),
      ]}
    />
  );
}

interface ItemDialogProps {
  readonly node: CollectionNode;
  readonly dialog: DialogKind | undefined;
  readonly onClose: () => void;
}

function ItemDialog({ node, dialog, onClose }: ItemDialogProps) {
  const t = useMessages(sidebarMessages);
  const actions = useCollectionActions();
  const { id, name } = node;
  const sharing = node.ownership?.sharing ?? null;
  if (dialog === undefined) return null;
  if (dialog === 'move') return <MoveDialog node={node} onMove={(to) => actions.move(node, to)} onClose={onClose} />;
  if (dialog === 'share')
    return <ShareDialog kind="collection" id={id} name={name} sharing={sharing} onClose={onClose} />;
  const isNew = dialog === 'inside';
  return (
    <NameDialog
      title={isNew ? t.newInside(name) : t.renameTitle(name)}
      confirm={isNew ? t.create : t.save}
      name={isNew ? '' : name}
      onName={(next) => (isNew ? actions.create(next, id) : actions.rename(node, next))}
      onClose={onClose}
    />
  );
}

/** Accepts papers and collections dropped on a collection. */
function useDrop(node: CollectionNode) {
  const [isOver, setOver] = useState(false);
  const papers = usePaperActions();
  const collections = useCollectionActions();
  const { data: all = [] } = useQuery(collectionsQuery);
  const isTaken = ({ types }: DataTransfer) => types.includes(DRAGGED_PAPERS) || types.includes(DRAGGED_COLLECTION);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!isTaken(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!isTaken(event.dataTransfer)) return;
        event.preventDefault();
        const dragged = event.dataTransfer.getData(DRAGGED_PAPERS);
        const moved = all.find(({ id }) => String(id) === event.dataTransfer.getData(DRAGGED_COLLECTION));
        if (dragged !== '') papers.collect(JSON.parse(dragged) as string[], 'add', node);
        else if (moved !== undefined && moved.id !== node.id) collections.move(moved, node.id);
      },
    },
  };
}
