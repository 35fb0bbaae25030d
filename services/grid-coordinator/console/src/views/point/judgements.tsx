import type { GridPointRow, JudgementKind } from '@almagest/contracts/grid';
import { messageOf } from '@almagest/ui/api-error';
import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Pill } from '@almagest/ui/components/pill';
import { Age } from '@almagest/ui/components/times';
import { useKeptText } from '@almagest/ui/kept-text';
import { useMessages } from '@almagest/ui/messages';
import { tellDone } from '@almagest/ui/notices';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { judgementMessages } from './judgement-messages.ts';
import { judgementsQuery } from './queries.ts';

const PILLS = { rejected: 'bad', accepted: 'good', checked: 'good', unchecked: 'idle' } as const;
const HINTS = {
  rejected: 'rejectHint',
  accepted: 'acceptHint',
  checked: 'checkHint',
  unchecked: 'uncheckHint',
} as const;
const KINDS = ['checked', 'unchecked', 'rejected', 'accepted'] as const;

export interface JudgementsProps {
  readonly name: string;
  readonly point: GridPointRow;
}

/** Lists the judgements of a point and adds new judgements. */
export function Judgements({ name, point }: JudgementsProps) {
  const t = useMessages(judgementMessages);
  const [isOpen, setOpen] = useState(false);
  const judgements = useQuery(judgementsQuery(name, point.name));
  return (
    <Panel
      title={t.title}
      actions={
        <Button needs="operator" onClick={() => setOpen(true)}>
          {t.judge}
        </Button>
      }
    >
      <Loaded query={judgements} loading={t.loading}>
        {(list) => (
          <>
            {list.length === 0 ? <p className="muted">{t.none}</p> : null}
            {list.map(({ id, kind, note, judged_by: person, judged_at: time, stands }) => (
              <div key={id} className="row">
                <Pill kind={PILLS[kind]}>{t[kind]}</Pill>
                <span>{note}</span>
                <span className="muted small">
                  {t.by(person)}, <Age time={time} />
                  {stands || kind === 'accepted' || kind === 'unchecked' ? '' : `, ${t.undone}`}
                </span>
              </div>
            ))}
          </>
        )}
      </Loaded>
      {isOpen ? <JudgeDialog name={name} point={point} onClose={() => setOpen(false)} /> : null}
    </Panel>
  );
}

function JudgeDialog({ name, point, onClose }: JudgementsProps & { readonly onClose: () => void }) {
  const t = useMessages(judgementMessages);
  const client = useQueryClient();
  const [kind, setKind] = useState<JudgementKind>('checked');
  const note = useKeptText(`judgement ${name} ${point.name}`, '');
  const save = useMutation({
    mutationFn: async () =>
      await api.post('/api/workflows/{name}/points/{point}/judgements', {
        params: { name, point: point.name },
        body: { kind, note: note.text },
      }),
    onSuccess: async () => {
      tellDone(t.saved(point.name));
      note.forget();
      onClose();
      await client.invalidateQueries();
    },
  });
  return (
    <Dialog title={`${t.title}: ${point.name}`} onClose={onClose}>
      <Form onSubmit={() => save.mutate()}>
        <SelectField
          label={t.what}
          value={kind}
          options={KINDS.map((value) => [value, t[value]] as const)}
          onChange={setKind}
        />
        <p className="muted small">{t[HINTS[kind]]}</p>
        <TextField label={t.note} required autoFocus maxLength={2000} value={note.text} onChange={note.set} />
        {save.error === null ? null : (
          <p className="bad" role="alert">
            {messageOf(save.error)}
          </p>
        )}
        <div className="dialog-buttons">
          <Button
            onClick={() => {
              note.forget();
              onClose();
            }}
          >
            {t.cancel}
          </Button>
          <Button type="submit" kind={kind === 'rejected' ? 'danger' : 'primary'} isBlocked={save.isPending}>
            {t.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
