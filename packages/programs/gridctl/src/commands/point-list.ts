import type { GridPointRow, PointsQuery } from '@almagest/contracts/grid';
import type { Context } from '../context.ts';
import { layoutTable, type Cell, type Column } from '../output/table.ts';
import { count, orDash, relativeChange, statusCell, time } from '../output/wording.ts';
import { filtersOf, type FilterOptions } from './point-filters.ts';

export type ListOptions = FilterOptions &
  Pick<PointsQuery, 'sort' | 'order' | 'limit' | 'offset'> & { readonly retired?: true };

/** The largest page that the contract allows. Large pages need the fewest requests for a million points. */
const PAGE = 500;

const COLUMNS: readonly Column[] = [
  { heading: 'POINT' },
  { heading: 'WAVE', align: 'right' },
  { heading: 'STATUS' },
  { heading: 'METHOD' },
  { heading: 'ATTEMPTS', align: 'right' },
  { heading: 'MAX RELC', align: 'right' },
  { heading: 'NODE' },
  { heading: 'COMPLETED' },
  { heading: 'SEED' },
  { heading: 'ERROR' },
];

function pointRow(point: GridPointRow): Cell[] {
  return [
    point.name,
    String(point.wave),
    statusCell(point.status),
    orDash(point.success_method),
    String(point.attempt_count),
    relativeChange(point.last_max_relc),
    orDash(point.node_id),
    time(point.last_completed_at),
    orDash(point.seed_point_name),
    orDash(point.last_error),
  ];
}

function queryOf(options: ListOptions): PointsQuery {
  const { sort, order, limit, offset, retired } = options;
  return {
    ...filtersOf(options),
    ...(retired === undefined ? {} : { retired: 'true' as const }),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
  };
}

export async function listPoints({ client, terminal, signal }: Context, name: string, options: ListOptions) {
  const { data } = await client.call('listPoints', { params: { name }, query: queryOf(options) }, { signal });
  if (terminal.json) return terminal.document(data);
  await terminal.table(COLUMNS, data.points.map(pointRow));
  const first = (options.offset ?? 0) + 1;
  const last = first + data.points.length - 1;
  if (data.points.length < data.total) {
    const shown = last < first ? 'none' : `${count(first)}-${count(last)}`;
    terminal.note(`${shown} of ${count(data.total)}. Use --offset for the others, or --all for all points`);
  }
}

/** Prints each page as it arrives. A grid may have millions of points. */
export async function listAllPoints(context: Context, name: string, options: ListOptions): Promise<void> {
  const { terminal } = context;
  let widths: readonly number[] | undefined;
  let printed = 0;
  for await (const { total, points } of pages(context, name, options)) {
    if (terminal.json) {
      if (printed === 0) await terminal.raw(`{\n  "total": ${total},\n  "points": [`);
      const separator = printed === 0 ? '\n' : ',\n';
      const rows = points.map((point) => `    ${JSON.stringify(point)}`);
      if (rows.length > 0) await terminal.raw(separator + rows.join(',\n'));
      printed += rows.length;
    } else {
      const layout = widths ? { ...terminal.layout, continues: widths } : terminal.layout;
      const laidOut = layoutTable(COLUMNS, points.map(pointRow), layout);
      widths = laidOut.widths;
      await terminal.lines(laidOut.lines);
    }
  }
  if (terminal.json) await terminal.raw(`${printed === 0 ? '' : '\n  '}]\n}\n`);
}

async function* pages({ client, signal }: Context, name: string, options: ListOptions) {
  for (let offset = 0; ; offset += PAGE) {
    const query = queryOf({ ...options, limit: PAGE, offset });
    const { data } = await client.call('listPoints', { params: { name }, query }, { signal });
    if (offset === 0 || data.points.length > 0) yield data;
    if (data.points.length < PAGE) return;
  }
}
