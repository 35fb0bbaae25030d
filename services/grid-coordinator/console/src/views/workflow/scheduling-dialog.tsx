import type { Scheduling } from '@almagest/contracts/grid';
import { messageOf } from '@almagest/ui/api-error';
import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Loaded } from '@almagest/ui/components/page-states';
import { useKeptText } from '@almagest/ui/kept-text';
import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { menuMessages } from './menu-messages.ts';

const schedulingQuery = queryOptions({
  queryKey: ['scheduling'],
  queryFn: async ({ signal }) => (await api.get('/api/scheduling', { signal })).data,
});

export interface SchedulingDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

export function SchedulingDialog({ name, onClose }: SchedulingDialogProps) {
  const t = useMessages(menuMessages);
  return (
    <Dialog title={t.title(name)} onClose={onClose}>
      <Loaded query={useQuery(schedulingQuery)} loading={t.loading}>
        {({ workflows }) => {
          const found = workflows.find((workflow) => workflow.name === name);
          if (found !== undefined) return <SchedulingForm name={name} scheduling={found} onClose={onClose} />;
          return (
            <div className="stack">
              <p>{t.finished}</p>
              <div className="dialog-buttons">
                <Button autoFocus onClick={onClose}>
                  {t.cancel}
                </Button>
              </div>
            </div>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

interface SchedulingFormProps extends SchedulingDialogProps {
  readonly scheduling: Scheduling;
}

type Schedule = Pick<Scheduling, 'priority' | 'share' | 'max_slots'>;

/** Keeps the typed schedule until it is saved or cancelled. */
function useTypedSchedule({ name, scheduling, onClose }: SchedulingFormProps) {
  const t = useMessages(menuMessages);
  const client = useQueryClient();
  const priority = useKeptText(`priority ${name}`, String(scheduling.priority));
  const share = useKeptText(`share ${name}`, String(scheduling.share));
  const cap = useKeptText(`slot cap ${name}`, scheduling.max_slots === null ? '' : String(scheduling.max_slots));
  const close = () => {
    for (const field of [priority, share, cap]) field.forget();
    onClose();
  };
  const write = async (body: Schedule) =>
    await api.post('/api/workflows/{name}/scheduling', { params: { name }, body });
  const restore = async () => {
    const { priority: before, share: part, max_slots: slots } = scheduling;
    try {
      await write({ priority: before, share: part, max_slots: slots });
    } catch (error) {
      tellFault(error);
    }
    await client.invalidateQueries();
  };
  const save = useMutation({
    mutationFn: async () =>
      await write({
        priority: Number(priority.text),
        share: Number(share.text),
        max_slots: cap.text === '' ? null : Number(cap.text),
      }),
    onSuccess: async () => {
      tellDone(t.saved(name), () => void restore());
      close();
      await client.invalidateQueries();
    },
  });
  return { priority, share, cap, close, save };
}

function SchedulingForm(props: SchedulingFormProps) {
  const t = useMessages(menuMessages);
  const { priority, share, cap, close, save } = useTypedSchedule(props);
  return (
    <Form onSubmit={() => save.mutate()}>
      <TextField
        label={t.priority}
        type="number"
        required
        step={1}
        autoFocus
        value={priority.text}
        onChange={priority.set}
      />
      <p className="muted small">{t.priorityHint}</p>
      <TextField label={t.share} type="number" required min={1} step={1} value={share.text} onChange={share.set} />
      <p className="muted small">{t.shareHint}</p>
      <TextField label={t.cap} type="number" min={0} step={1} value={cap.text} onChange={cap.set} />
      {save.error === null ? null : (
        <p className="bad" role="alert">
          {messageOf(save.error)}
        </p>
      )}
      <div className="dialog-buttons">
        <Button onClick={close}>{t.cancel}</Button>
        <Button needs="operator" type="submit" kind="primary" isBlocked={save.isPending}>
          {t.save}
        </Button>
      </div>
    </Form>
  );
}
