import type { GridPointRow } from '@almagest/contracts/grid';
import { Age } from '@almagest/ui/components/times';
import { count, relativeChange } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { PointPill, useTaskTypeWord } from '../../vocabulary.tsx';
import type { Sort } from './filters.ts';
import { pointsMessages } from './messages.ts';

interface CellProps {
  readonly workflow: string;
  readonly point: GridPointRow;
}

export interface PointColumn {
  /** Message key of the column title. */
  readonly id: 'point' | 'status' | 'wave' | 'teff' | 'method' | 'attempts' | 'relc' | 'lastNode' | 'ended';
  readonly Cell: ComponentType<CellProps>;
  readonly isName: boolean;
  readonly isNumber: boolean;
  /** Minimum width in rem. */
  readonly width: number;
  /** The server's sort key. */
  readonly sort?: Sort;
  /** Set for attempts, changes and times, which start with the largest value. */
  readonly startsDescending: boolean;
}

const plain = { width: 8, isName: false, isNumber: false, startsDescending: false };
const number = { ...plain, isNumber: true };

export const COLUMNS: readonly PointColumn[] = [
  { ...plain, id: 'point', width: 18, isName: true, Cell: Name },
  { ...plain, id: 'status', width: 7.5, Cell: ({ point }) => <PointPill status={point.status} /> },
  { ...number, id: 'wave', width: 4, sort: 'wave', Cell: ({ point }) => count(point.wave) },
  { ...number, id: 'teff', width: 5.5, sort: 'teff', Cell: ({ point }) => count(point.teff) },
  { ...plain, id: 'method', width: 7.5, Cell: ({ point }) => useTaskTypeWord()(point.success_method) },
  {
    ...number,
    id: 'attempts',
    width: 5.5,
    sort: 'attempts',
    startsDescending: true,
    Cell: ({ point }) => count(point.attempt_count),
  },
  {
    ...number,
    id: 'relc',
    width: 8,
    sort: 'max_relc',
    startsDescending: true,
    Cell: ({ point }) => relativeChange(point.last_max_relc),
  },
  { ...plain, id: 'lastNode', width: 6.5, Cell: ({ point }) => point.node_id ?? '–' },
  {
    ...plain,
    id: 'ended',
    width: 8,
    sort: 'last_completed_at',
    startsDescending: true,
    Cell: ({ point: { last_completed_at: time } }) => (time === null ? '–' : <Age time={time} />),
  },
];

function Name({ workflow, point: { name, last_error: error, from_rejected: isFromRejected } }: CellProps) {
  const t = useMessages(pointsMessages);
  return (
    <>
      <Link to="/workflows/$name/points/$point" params={{ name: workflow, point: name }}>
        {name}
      </Link>
      {error === null ? null : (
        <div className="fault" title={error}>
          {error}
        </div>
      )}
      {isFromRejected === true ? <div className="fault">{t.descends}</div> : null}
    </>
  );
}
