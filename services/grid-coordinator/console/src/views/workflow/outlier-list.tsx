import type { Outlier, ResidualPart } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Pill } from '@almagest/ui/components/pill';
import { count, relativeChange } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PointLink } from '../../point-link.tsx';
import { outliersQuery } from '../../queries/workflow.ts';
import { reproductionMessages } from '../../reproductions/messages.ts';
import { ReproduceDialog } from '../../reproductions/reproduce-dialog.tsx';
import { outlierMessages } from './outlier-messages.ts';

const SHOWN = 10;

/** Lists the models that differ most from what their neighbours predict, and checks them from another start. */
export function OutlierList({ name }: { readonly name: string }) {
  const t = useMessages(outlierMessages);
  const [checked, setChecked] = useState<string>();
  const columns: readonly CardColumn<Outlier>[] = [
    { title: t.point, isHead: true, cell: (row) => <PointLink name={name} point={row.name} /> },
    { title: t.quantity, cell: ({ parts: [part] }) => (part === undefined ? '–' : <Part part={part} />) },
    { title: t.residual, isNumber: true, cell: ({ parts: [part] }) => relativeChange(part?.residual ?? null) },
    {
      title: t.timesMedian,
      isNumber: true,
      cell: ({ parts: [part] }) => (part?.times_median == null ? '–' : part.times_median.toFixed(1)),
    },
    { title: t.predictions, isNumber: true, cell: ({ predictions }) => count(predictions) },
    {
      title: t.check,
      cell: (row) =>
        row.check === null ? (
          <Button aria-label={t.checkPoint(row.name)} onClick={() => setChecked(row.name)}>
            {t.ask}
          </Button>
        ) : (
          <Check check={row.check} />
        ),
    },
  ];
  return (
    <Panel title={t.title}>
      <Loaded query={useQuery(outliersQuery(name, SHOWN))} loading={t.loading}>
        {({ outliers: rows, started_at: started }) =>
          rows.length === 0 ? (
            <p className="muted">{started === null ? t.notYet : t.none}</p>
          ) : (
            <>
              <p className="muted small">{t.hint}</p>
              <CardTable caption={t.title} columns={columns} rows={rows} keyOf={(row) => row.name} />
            </>
          )
        }
      </Loaded>
      {checked === undefined ? null : (
        <ReproduceDialog
          name={name}
          title={t.checkPoint(checked)}
          start="neighbour"
          listPoints={async () => [checked]}
          onClose={() => setChecked(undefined)}
        />
      )}
    </Panel>
  );
}

function Part({ part: { quantity, product, column, from, to } }: { readonly part: ResidualPart }) {
  const t = useMessages(outlierMessages);
  const name = column === null ? t[quantity] : `${t[quantity]} ${column}`;
  return product === null ? name : t.inWindow(name, product, String(from), String(to));
}

function Check({ check: { status, disagrees } }: { readonly check: NonNullable<Outlier['check']> }) {
  const t = useMessages(reproductionMessages);
  if (disagrees === null) return <Pill kind="idle">{t[status]}</Pill>;
  return <Pill kind={disagrees ? 'bad' : 'good'}>{disagrees ? t.disagrees : t.agrees}</Pill>;
}
