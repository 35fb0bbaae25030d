import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { TextField } from '@almagest/ui/components/field';
import { useKeptText } from '@almagest/ui/kept-text';
import { useMessages } from '@almagest/ui/messages';
import { tellFault } from '@almagest/ui/notices';
import { api } from '../api.ts';
import { useChange } from '@almagest/ui/use-change';
import { secondRunMessages } from './messages.ts';

/** The contract takes no more at a time. */
export const MOST_REPRODUCED = 500;

export interface ReproduceDialogProps {
  /** The workflow's. */
  readonly name: string;
  readonly title: string;
  /** Names the points, once it is sure that they are wanted. */
  readonly listPoints: () => Promise<string[]>;
  readonly onClose: () => void;
}

/** Asks whether points are to be computed once more by other nodes, and has it done. */
export function ReproduceDialog({ name, title, listPoints, onClose }: ReproduceDialogProps) {
  const t = useMessages(secondRunMessages);
  const change = useChange();
  const note = useKeptText(`reproduction ${name}`, '');
  const words = note.text.trim();
  const reproduce = async () => {
    const body = { points: await listPoints(), ...(words === '' ? {} : { note: words }) };
    const { data } = await api.post('/api/workflows/{name}/reproductions', { params: { name }, body });
    note.forget();
    const [first] = data.refused;
    if (first !== undefined)
      tellFault(new Error(t.refused(data.refused.length, `${first.point_name}: ${first.reason}`)));
    return data.requested.length === 0 ? undefined : t.requested(data.requested.length);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(reproduce);
          onClose();
        }}
      >
        <p>{t.why}</p>
        <TextField label={t.note} value={note.text} onChange={note.set} maxLength={2_000} spellCheck />
        <div className="dialog-buttons">
          <Button
            autoFocus
            onClick={() => {
              note.forget();
              onClose();
            }}
          >
            {t.cancel}
          </Button>
          <Button type="submit" kind="primary">
            {t.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
