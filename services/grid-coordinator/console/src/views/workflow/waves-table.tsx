import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { Panel } from '@almagest/ui/components/panel';
import { count } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { Link } from '@tanstack/react-router';
import { PointsBar } from '../../points-bar.tsx';
import { workflowMessages } from './messages.ts';
import { stretchesOf, type Wave, type WaveStretch } from './waves.ts';

/** Shows the progress of each wave, easiest first. */
export function WavesTable({ name, waves }: { readonly name: string; readonly waves: readonly Wave[] }) {
  const t = useMessages(workflowMessages);
  const columns: readonly CardColumn<WaveStretch>[] = [
    { title: t.wave, isHead: true, cell: (stretch) => <WaveName name={name} stretch={stretch} /> },
    { title: t.progress, isWide: true, cell: (stretch) => <PointsBar {...stretch} /> },
    { title: t.converged, isNumber: true, cell: ({ converged }) => count(converged) },
    { title: t.failed, isNumber: true, cell: ({ failed }) => <Failed failed={failed} /> },
    { title: t.points, isNumber: true, cell: ({ total }) => count(total) },
  ];
  return (
    <Panel title={t.waves}>
      <CardTable caption={t.waves} columns={columns} rows={stretchesOf(waves)} keyOf={({ wave }) => String(wave)} />
    </Panel>
  );
}

function WaveName({ name, stretch }: { readonly name: string; readonly stretch: WaveStretch }) {
  const t = useMessages(workflowMessages);
  const { wave, last, kind } = stretch;
  return (
    <>
      {wave === last ? (
        <Link to="/workflows/$name/points" params={{ name }} search={{ wave: String(wave) }}>
          {wave}
        </Link>
      ) : (
        t.range(wave, last)
      )}
      {kind === 'under way' ? null : <span className="muted small"> {kind === 'done' ? t.done : t.untouched}</span>}
    </>
  );
}

function Failed({ failed }: { readonly failed: number }) {
  return failed === 0 ? '0' : <span className="bad">{count(failed)}</span>;
}
