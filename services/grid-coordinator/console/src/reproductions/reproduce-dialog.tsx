import type { ReproductionStart } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useKeptText } from '@almagest/ui/kept-text';
import { useMessages } from '@almagest/ui/messages';
import { tellFault } from '@almagest/ui/notices';
import { useState } from 'react';
import { api } from '../api.ts';
import { useChange } from '@almagest/ui/use-change';
import { reproductionMessages } from './messages.ts';

/** Limit of the contract for one request. */
export const MOST_REPRODUCED = 500;

/** Repeated here because importing the contracts' values would add them to the bundle. */
const STARTS = ['same', 'neighbour', 'cold'] as const satisfies readonly ReproductionStart[];

export interface ReproduceDialogProps {
  /** Name of the workflow. */
  readonly name: string;
  readonly title: string;
  /** The start that is chosen first. */
  readonly start?: ReproductionStart;
  /** Returns the point names. Called once the user has confirmed. */
  readonly listPoints: () => Promise<string[]>;
  readonly onClose: () => void;
}

/** Asks for confirmation, then requests reproductions of the points. */
export function ReproduceDialog({ name, title, start: initial = 'same', listPoints, onClose }: ReproduceDialogProps) {
  const t = useMessages(reproductionMessages);
  const change = useChange();
  const note = useKeptText(`reproduction ${name}`, '');
  const [start, setStart] = useState(initial);
  const words = note.text.trim();
  const reproduce = async () => {
    const body = { points: await listPoints(), start, ...(words === '' ? {} : { note: words }) };
    const { data } = await api.post('/api/workflows/{name}/reproductions', { params: { name }, body });
    note.forget();
    const [first] = data.refused;
    if (first !== undefined)
      tellFault(new Error(t.refused(data.refused.length, `${first.point_name}: ${first.reason}`)));
    return data.requested.length === 0 ? undefined : t.requested(data.requested.length);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={() => {
          change.mutate(reproduce);
          onClose();
        }}
      >
        <SelectField
          label={t.start}
          value={start}
          options={STARTS.map((kind) => [kind, t[kind]] as const)}
          onChange={setStart}
        />
        <p>{start === 'same' ? t.why : t.whyOther}</p>
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
      </Form>
    </Dialog>
  );
}
