import type { GridPointRow, PointExplanation } from '@almagest/contracts/grid';
import { ask } from '@almagest/ui/components/ask';
import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { RotateCcw, Square } from 'lucide-react';
import { api } from '../../api.ts';
import { useChange } from '@almagest/ui/use-change';
import { pointMessages } from './messages.ts';

const ICON = 16;

export interface PointActionsProps {
  readonly name: string;
  readonly point: GridPointRow;
  /** Undefined while loading. */
  readonly explanation: PointExplanation | undefined;
}

export function PointActions({ name, point, explanation }: PointActionsProps) {
  const t = useMessages(pointMessages);
  const change = useChange();
  const params = { name };
  const body = { point: point.name };
  const { held_by: heldBy = null, retry } = explanation ?? {};
  const isHopeful = retry?.outlook === 'possible';
  const tryAgain = async () => {
    const text = (
      <>
        {retry === undefined || isHopeful ? null : <p>{t.outlook(retry.outlook, retry.reason)}</p>}
        <p>{t.againWhy}</p>
      </>
    );
    const sure = await ask({ title: t.askAgain(point.name), text, confirm: t.againConfirm });
    if (!sure) return;
    change.mutate(async () => {
      const { data } = await api.post('/api/workflows/{name}/points/rearm', { params, body });
      return data.rearmed === 1 ? t.willTry(point.name) : t.notFailed(point.name);
    });
  };
  const release = async () => {
    await api.post('/api/workflows/{name}/points/release', { params, body });
    return t.released(point.name);
  };
  const cancel = async ({ node_id: node, task_id }: NonNullable<PointExplanation['held_by']>) => {
    const sure = await ask({ title: t.askCancel(point.name), text: t.cancelWhy(node), confirm: t.cancelConfirm });
    if (!sure) return;
    change.mutate(async () => {
      await api.post('/api/tasks/{task_id}/cancel', { params: { task_id }, body: {} });
      return t.cancelled;
    });
  };
  return (
    <>
      {point.status === 'failed' ? (
        <Button needs="operator" {...(isHopeful ? { kind: 'primary' as const } : {})} onClick={() => void tryAgain()}>
          <RotateCcw size={ICON} aria-hidden />
          {t.again}
        </Button>
      ) : null}
      {point.held === true ? (
        <Button needs="operator" kind="primary" onClick={() => change.mutate(release)}>
          {t.release}
        </Button>
      ) : null}
      {heldBy === null ? null : (
        <Button needs="operator" onClick={() => void cancel(heldBy)}>
          <Square size={ICON} aria-hidden />
          {t.cancelTask}
        </Button>
      )}
    </>
  );
}
