import type { NodeHistory, NodeRegistration, RegistrationKind, RunningTask } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { useFormats } from '@almagest/ui/use-formats';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TaskLog } from '../../task-log/task-log.tsx';
import { useAttemptWord } from '../../vocabulary.tsx';
import { nodePageMessages } from './node-messages.ts';

/** Lists the running tasks of a node, oldest first, and follows the log of one task. */
export function RunningTable({ tasks }: { readonly tasks: readonly RunningTask[] }) {
  const [shown, setShown] = useState<RunningTask>();
  const t = useMessages(nodePageMessages);
  const { duration } = useFormats();
  const wordOf = useAttemptWord();
  const columns: readonly CardColumn<RunningTask>[] = [
    { title: t.point, isHead: true, cell: (task) => <Point {...task} /> },
    { title: t.workflow, cell: ({ workflow_name: name }) => <Workflow name={name} /> },
    { title: t.method, cell: wordOf },
    {
      title: t.since,
      isNumber: true,
      cell: ({ age_sec: age, overrun }) => (
        <>
          {duration(age)}
          {overrun ? <div className="node-contested small">{t.overrun}</div> : null}
        </>
      ),
    },
    { title: t.expected, isNumber: true, cell: ({ expected_sec: sec }) => (sec === null ? '–' : duration(sec)) },
    {
      title: t.log,
      cell: (task) => (
        <Button
          kind="quiet"
          aria-label={t.showLog(task.point_name)}
          aria-expanded={task.task_id === shown?.task_id}
          onClick={() => setShown(task.task_id === shown?.task_id ? undefined : task)}
        >
          {t.log}
        </Button>
      ),
    },
  ];
  return (
    <div className="stack">
      {tasks.length === 0 ? (
        <p className="muted">{t.runsNothing}</p>
      ) : (
        <CardTable caption={t.running} columns={columns} rows={tasks} keyOf={({ task_id: id }) => id} />
      )}
      {shown === undefined ? null : <TaskLog key={shown.task_id} task={shown.task_id} point={shown.point_name} />}
    </div>
  );
}

function Point({ point_name: point, workflow_name: name }: RunningTask) {
  if (name === null) return <span className="node-name">{point}</span>;
  return (
    <Link to="/workflows/$name/points/$point" params={{ name, point }} className="node-name">
      {point}
    </Link>
  );
}

function Workflow({ name }: { readonly name: string | null }) {
  const t = useMessages(nodePageMessages);
  if (name === null) return <span className="muted">{t.deleted}</span>;
  return (
    <Link to="/workflows/$name" params={{ name }}>
      {name}
    </Link>
  );
}

/** Compares a node's attempts with other nodes, by workflow. */
export function HistoryTable({ history }: { readonly history: readonly NodeHistory[] }) {
  const t = useMessages(nodePageMessages);
  const { count, percent } = useFormats();
  const share = (converged: number, of: number) => (of === 0 ? '–' : percent(converged, of));
  const columns: readonly CardColumn<NodeHistory>[] = [
    { title: t.workflow, isHead: true, cell: ({ workflow_name: name }) => <Workflow name={name} /> },
    { title: t.converged, isNumber: true, cell: ({ own }) => count(own.converged) },
    { title: t.failed, isNumber: true, cell: ({ own }) => count(own.failed) },
    { title: t.shared, isNumber: true, cell: ({ shared_points: points }) => count(points) },
    {
      title: t.ownShare,
      isNumber: true,
      cell: (row) => share(row.own_at_shared.converged, row.shared_points),
    },
    {
      title: t.othersShare,
      isNumber: true,
      cell: (row) => share(row.others_at_shared.converged, row.shared_points),
    },
    { title: t.last, cell: ({ last_at: time }) => <Age time={time} /> },
  ];
  return (
    <CardTable
      caption={t.history}
      columns={columns}
      rows={history}
      keyOf={({ workflow_name: name, last_at: at }) => `${name ?? ''} ${at}`}
    />
  );
}

/** Lists the requests for a node's name, newest first. */
export function RegistrationTable({ registrations }: { readonly registrations: readonly NodeRegistration[] }) {
  const t = useMessages(nodePageMessages);
  const { count } = useFormats();
  const words: Readonly<Record<RegistrationKind, string>> = {
    applied: t.kindApplied,
    contested: t.kindContested,
    announced: t.kindAnnounced,
    refused: t.kindRefused,
    removed: t.kindRemoved,
  };
  const columns: readonly CardColumn<NodeRegistration>[] = [
    { title: t.what, isHead: true, cell: ({ kind }) => words[kind] },
    { title: t.address, cell: ({ address }) => <code>{address ?? '–'}</code> },
    { title: t.times, isNumber: true, cell: ({ times }) => count(times) },
    { title: t.last, cell: ({ last_at: time }) => <Age time={time} /> },
  ];
  return (
    <CardTable
      caption={t.registrations}
      columns={columns}
      rows={registrations}
      keyOf={({ kind, first_at: at, address }) => `${kind} ${at} ${address ?? ''}`}
    />
  );
}
