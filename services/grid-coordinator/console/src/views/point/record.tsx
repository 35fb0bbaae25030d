import type { Attempt } from '@almagest/contracts/grid';
import { buttonClass } from '@almagest/ui/components/button';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { SelectField } from '@almagest/ui/components/field';
import { LineChart } from '@almagest/ui/components/line-chart';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { localTime, parseTime, relativeChange } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useFormats } from '@almagest/ui/use-formats';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAttemptWord } from '../../vocabulary.tsx';
import { pointQuery, recordQuery } from './queries.ts';
import { recordMessages } from './record-messages.ts';
import { curvesOf, stagesOf, type StageInRecord } from './record-stages.ts';

export interface DiagnosticRecordProps {
  readonly name: string;
  readonly point: string;
  readonly attempts: readonly Attempt[];
}

/** Shows the course of an attempt's calculation from the engine's diagnostic record. */
export function DiagnosticRecord({ name, point, attempts }: DiagnosticRecordProps) {
  const t = useMessages(recordMessages);
  const wordOf = useAttemptWord();
  const [chosen, setChosen] = useState('');
  const ended = attempts.filter(({ completed_at: completed }) => completed !== null);
  const ofModel = useQuery({ ...pointQuery(name, point), select: ({ conv }) => conv });
  const ofAttempt = useQuery({ ...recordQuery(name, point, chosen), enabled: chosen !== '' });
  const options = ended.map(
    (attempt) => [attempt.task_id, `${localTime(parseTime(attempt.created_at))}, ${wordOf(attempt)}`] as const,
  );
  return (
    <Panel
      title={t.title}
      actions={
        ended.length < 2 ? null : (
          <SelectField label={t.attempt} value={chosen} options={[['', t.ofModel], ...options]} onChange={setChosen} />
        )
      }
    >
      <Loaded query={chosen === '' ? ofModel : ofAttempt} loading={t.loading}>
        {(record) =>
          record === null ? <p className="muted">{t.none}</p> : <RecordParts point={point} record={record} />
        }
      </Loaded>
    </Panel>
  );
}

interface RecordPartsProps {
  readonly point: string;
  readonly record: Readonly<Record<string, unknown>>;
}

function RecordParts({ point, record }: RecordPartsProps) {
  const t = useMessages(recordMessages);
  const stages = stagesOf(record);
  const text = JSON.stringify(record, null, 2);
  const download = () => {
    // Builds the file from the loaded record, because the API has no address for it.
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `${point}.conv.json`;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className="stack">
      <Curves stages={stages} />
      {stages.length === 0 ? null : <Stages stages={stages} />}
      <details>
        <summary>{t.whole}</summary>
        <pre className="log" tabIndex={0}>
          {text}
        </pre>
      </details>
      <div>
        <button type="button" className={buttonClass()} onClick={download}>
          {t.download}
        </button>
      </div>
    </div>
  );
}

/** Distinguishable without red and green. */
const COLORS = ['--running', '--queued', '--converged', '--failed'] as const;
const CURVES_PX = 260;

function Curves({ stages }: { readonly stages: readonly StageInRecord[] }) {
  const t = useMessages(recordMessages);
  const { iterations, curves } = curvesOf(stages);
  if (iterations.length < 2) return null;
  return (
    <LineChart
      title={t.chart}
      label={t.chartLabel(curves.map(({ label }) => label).join(', '))}
      x={iterations}
      xName={t.iteration}
      yName={t.change}
      isLogarithmic
      height={CURVES_PX}
      lines={curves.flatMap(({ label, values, limits }, index) => {
        const color = COLORS[index % COLORS.length] ?? '--running';
        const hasLimit = limits.some((limit) => limit !== null);
        return [
          { name: label, color, values },
          ...(hasLimit ? [{ name: t.limitOf(label), color, values: limits, isDashed: true }] : []),
        ];
      })}
    />
  );
}

function Stages({ stages }: { readonly stages: readonly StageInRecord[] }) {
  const t = useMessages(recordMessages);
  const { duration } = useFormats();
  const columns: readonly CardColumn<StageInRecord>[] = [
    { title: t.stage, isHead: true, cell: ({ label }) => label },
    { title: t.converged, cell: ({ isConverged }) => (isConverged ? t.yes : t.no) },
    { title: t.best, isNumber: true, cell: ({ best }) => relativeChange(best) },
    { title: t.limit, isNumber: true, cell: ({ limit }) => relativeChange(limit) },
    { title: t.took, isNumber: true, cell: ({ elapsedSec }) => (elapsedSec === null ? '–' : duration(elapsedSec)) },
    { title: t.note, cell: ({ note }) => note ?? '–' },
  ];
  return <CardTable caption={t.stages} columns={columns} rows={stages} keyOf={({ label }) => label} />;
}
