import type { ConfigurationDifference } from '@almagest/contracts/grid';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { Panel } from '@almagest/ui/components/panel';
import { Tile, Tiles } from '@almagest/ui/components/tile';
import { useMessages } from '@almagest/ui/messages';
import { useFormats } from '@almagest/ui/use-formats';
import { configurationMessages } from './messages.ts';

type Change = ConfigurationDifference['changes'][number];

/** Shows what saving and starting a configuration would change. */
export function DifferencePanel({ difference }: { readonly difference: ConfigurationDifference }) {
  const t = useMessages(configurationMessages);
  const { points, changes, effects, compared_with: base } = difference;
  const columns: readonly CardColumn<Change>[] = [
    { title: t.key, isHead: true, cell: ({ path }) => <code>{path}</code> },
    { title: t.before, cell: ({ before }) => (before === null ? '–' : <del>{before}</del>) },
    { title: t.after, cell: ({ after }) => (after === null ? '–' : <ins>{after}</ins>) },
  ];
  return (
    <Panel title={t.difference}>
      <p className="muted small">{base === 'started' ? t.againstStarted : t.againstSaved}</p>
      {points === null ? <p>{t.unreadable}</p> : null}
      {points !== null && changes.length === 0 ? <p>{t.noDifference}</p> : null}
      {changes.length === 0 ? null : (
        <>
          {points === null ? null : <PointCounts points={points} />}
          <CardTable caption={t.difference} columns={columns} rows={changes} keyOf={({ path }) => path} />
          <ul>
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function PointCounts({ points }: { readonly points: NonNullable<ConfigurationDifference['points']> }) {
  const t = useMessages(configurationMessages);
  const { count } = useFormats();
  return (
    <Tiles compact>
      <Tile label={t.kept} value={count(points.kept)} />
      <Tile label={t.added} value={count(points.added)} />
      <Tile label={t.retired} value={count(points.retired)} kind={points.retired > 0 ? 'bad' : undefined} />
    </Tiles>
  );
}
