import type { NoteRecord } from '@almagest/contracts/literature';
import { useRefusal } from '@almagest/ui/caller';
import { useMessages } from '@almagest/ui/messages';
import { sharingMessages } from './messages.ts';
import { useSharingText } from './shared-mark.tsx';
import { SharingField } from './sharing-field.tsx';
import { useShare } from './use-share.ts';

type Note = Pick<NoteRecord, 'id' | 'ownership'>;
type Ownership = NonNullable<Note['ownership']>;

/** Shows the author of another person's notes, and lets the author choose who sees them. */
export function NoteSharing({ notes }: { readonly notes: readonly Note[] }) {
  const ownership = notes[0]?.ownership;
  return ownership === undefined ? null : <Sharing notes={notes} ownership={ownership} />;
}

function Sharing({ notes, ownership }: { readonly notes: readonly Note[]; readonly ownership: Ownership }) {
  const t = useMessages(sharingMessages);
  const share = useShare('note');
  const text = useSharingText(ownership);
  const refusal = useRefusal('member');
  if (!ownership.is_own)
    return (
      <p className="muted small">
        {text}
        {ownership.may_edit ? null : ` · ${t.readOnly}`}
      </p>
    );
  if (refusal !== undefined) return <p className="muted small">{text}</p>;
  return (
    <SharingField
      label={<span className="unseen">{t.whoSees}</span>}
      sharing={ownership.sharing}
      onChange={(sharing) =>
        share(
          notes.map(({ id }) => id),
          sharing,
        )
      }
    />
  );
}
