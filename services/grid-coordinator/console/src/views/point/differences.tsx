import type { ComparedAttempt, Difference, QuantityDifference } from '@almagest/contracts/grid';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { count, relativeChange } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useFormats } from '@almagest/ui/use-formats';
import { reproductionMessages } from '../../reproductions/messages.ts';

export interface ComparedRunsProps {
  readonly first: ComparedAttempt;
  readonly second: ComparedAttempt;
}

interface Fact {
  readonly what: string;
  readonly first: string;
  readonly second: string;
}

/** Compares the original attempt of a point with its reproduction. */
export function ComparedRuns({ first, second }: ComparedRunsProps) {
  const t = useMessages(reproductionMessages);
  const { duration } = useFormats();
  const fact = (what: string, tell: (run: ComparedAttempt) => string): Fact => ({
    what,
    first: tell(first),
    second: tell(second),
  });
  const facts = [
    fact(t.node, ({ node_id: node }) => node),
    fact(t.engine, ({ engine_name: name, engine_version: version }) => [name ?? '–', version ?? ''].join(' ').trim()),
    fact(t.iterations, ({ iterations }) => (iterations === null ? '–' : count(iterations))),
    fact(t.relc, ({ max_relc: relc }) => relativeChange(relc)),
    fact(t.took, ({ elapsed_sec: seconds }) => (seconds === null ? '–' : duration(seconds))),
  ];
  const columns: readonly CardColumn<Fact>[] = [
    { title: t.what, isHead: true, cell: ({ what }) => what },
    { title: t.first, cell: (row) => row.first },
    { title: t.second, cell: (row) => row.second },
  ];
  return <CardTable caption={t.runs} columns={columns} rows={facts} keyOf={({ what }) => what} />;
}

interface FileDifference extends QuantityDifference {
  readonly file: string;
}

export function Differences({ difference: { model, spectra, problems } }: { readonly difference: Difference }) {
  const t = useMessages(reproductionMessages);
  const files = [
    ...(model === null ? [] : [{ file: t.model, ...model }]),
    ...spectra.map(({ path, ...spectrum }) => ({ file: path, ...spectrum })),
  ];
  const rows = files.flatMap(({ file, identical, quantities }): FileDifference[] =>
    identical ? [] : quantities.map((quantity) => ({ file, ...quantity })),
  );
  const columns: readonly CardColumn<FileDifference>[] = [
    { title: t.what, isHead: true, cell: ({ quantity, unit }) => withUnit(quantity, unit) },
    { title: t.file, cell: ({ file }) => file },
    { title: t.values, isNumber: true, cell: ({ values }) => count(values) },
    { title: t.largest, isNumber: true, cell: ({ max_relative: largest }) => relativeChange(largest) },
    { title: t.rms, isNumber: true, cell: ({ rms_relative: rms }) => relativeChange(rms) },
    {
      title: t.place,
      isNumber: true,
      cell: ({ at }) => (at === null ? '–' : `${at.quantity} ${withUnit(String(at.value), at.unit)}`),
    },
  ];
  return (
    <>
      {files.map(({ file, identical }) => (identical ? <p key={file}>{t.identical(file)}</p> : null))}
      {problems.map((problem) => (
        <p key={problem} className="bad">
          {problem}
        </p>
      ))}
      {rows.length === 0 ? null : (
        <CardTable
          caption={t.differences}
          columns={columns}
          rows={rows}
          keyOf={({ file, quantity }) => `${file} ${quantity}`}
        />
      )}
    </>
  );
}

function withUnit(text: string, unit: string | null): string {
  return unit === null ? text : `${text} ${unit}`;
}
