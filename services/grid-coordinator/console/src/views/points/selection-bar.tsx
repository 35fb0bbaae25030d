import { addressOf } from '@almagest/ui/api-client';
import { ask } from '@almagest/ui/components/ask';
import { Button, buttonClass } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { Download, RotateCcw, Square } from 'lucide-react';
import { api } from '../../api.ts';
import { pointsMessages } from './messages.ts';
import type { Selection } from './use-selection.ts';

const ICON = 16;
/** The maximum number of tasks that the API lists in one answer. */
const TASKS_PAGE = 500;

/** Retries, cancels or exports exactly the selected points. */
export function SelectionBar({ name, selection }: { readonly name: string; readonly selection: Selection }) {
  const t = useMessages(pointsMessages);
  const { selected, clear } = selection;
  const { rearm, cancel } = useActions(name, selection);
  if (selected.size === 0) return null;
  const points = [...selected.keys()].join(',');
  const statuses = new Set([...selected.values()].map(({ status }) => status));
  return (
    <section className="selection-bar row spread" aria-label={t.selection}>
      <p role="status">
        <strong>{t.selected(selected.size)}</strong>
      </p>
      <div className="row wrap">
        {statuses.has('failed') ? (
          <Button onClick={() => void rearm()}>
            <RotateCcw size={ICON} aria-hidden />
            {t.againSelected}
          </Button>
        ) : null}
        {statuses.has('running') ? (
          <Button onClick={() => void cancel()}>
            <Square size={ICON} aria-hidden />
            {t.cancelSelected}
          </Button>
        ) : null}
        {(['points.csv', 'export'] as const).map((what) => (
          <a
            key={what}
            className={buttonClass()}
            href={addressOf(`/api/workflows/{name}/${what}`, { params: { name }, query: { points } })}
            download=""
          >
            <Download size={ICON} aria-hidden />
            {what === 'export' ? t.archiveSelected : t.csvSelected}
          </a>
        ))}
        <Button kind="quiet" onClick={clear}>
          {t.deselect}
        </Button>
      </div>
    </section>
  );
}

function useActions(name: string, { selected, clear }: Selection) {
  const t = useMessages(pointsMessages);
  const change = useChange();
  return {
    rearm: async () => {
      const params = { name };
      const body = { points: [...selected.keys()].join(','), status: 'failed' as const };
      const found = await api.post('/api/workflows/{name}/points/rearm', { params, body: { ...body, dry_run: true } });
      const title = t.askAgain(found.data.matched, false);
      if (!(await ask({ title, text: t.againWhy, confirm: t.againConfirm }))) return;
      change.mutate(async () => {
        const { data } = await api.post('/api/workflows/{name}/points/rearm', { params, body });
        clear();
        return t.armed(data.rearmed);
      });
    },
    cancel: async () => {
      const tasks = await tasksOf(name, selected);
      if (!(await ask({ title: t.askCancel(tasks.length), text: t.cancelWhy, confirm: t.cancelConfirm }))) return;
      change.mutate(async () => {
        for (const id of tasks) await api.post('/api/tasks/{task_id}/cancel', { params: { task_id: id }, body: {} });
        clear();
        return t.cancelled(tasks.length);
      });
    },
  };
}

/** Returns the ids of the tasks that compute the selected points. */
async function tasksOf(workflow: string, selected: Selection['selected']): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const query = { workflow, limit: TASKS_PAGE, ...(after === undefined ? {} : { after }) };
    const { data } = await api.get('/api/tasks', { query });
    for (const task of data.tasks)
      if (task.reproduction_id === null && selected.has(task.point_name)) found.push(task.task_id);
    after = data.next ?? undefined;
  } while (after !== undefined && found.length < selected.size);
  return found;
}
