import { StackedBar } from '@almagest/ui/components/stacked-bar';
import { count } from '@almagest/ui/format';
import { useMessages, defineMessages } from '@almagest/ui/messages';
import { vocabulary } from './vocabulary.tsx';

const pointsBarMessages = defineMessages({
  open: { en: 'open', zh: '未完成' },
  none: { en: 'no points', zh: '没有点' },
});

/** Counts of points by status. All other points are open. */
export interface PointCounts {
  readonly total: number;
  readonly converged: number;
  readonly failed: number;
  readonly running?: number;
}

export function PointsBar({ total, converged, failed, running = 0 }: PointCounts) {
  const words = useMessages(vocabulary);
  const t = useMessages(pointsBarMessages);
  const parts = [
    { label: words.converged, number: converged, color: 'var(--converged)' },
    { label: words.running, number: running, color: 'var(--running)' },
    { label: words.failed, number: failed, color: 'var(--failed)' },
    { label: t.open, number: total - converged - failed - running, color: 'var(--sunken)' },
  ];
  const told = parts.filter(({ number }) => number > 0).map(({ label, number }) => `${count(number)} ${label}`);
  return <StackedBar parts={parts} label={told.join(', ') || t.none} />;
}
