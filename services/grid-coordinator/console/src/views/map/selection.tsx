import { ask } from '@almagest/ui/components/ask';
import { Button, buttonClass } from '@almagest/ui/components/button';
import { Panel } from '@almagest/ui/components/panel';
import { count } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { api } from '../../api.ts';
import { filtersOf, isListable } from './address.ts';
import { useMapState } from './map-state.ts';
import { mapMessages } from './messages.ts';
import { AXES } from './shape.ts';

/** Shows the number of selected points and the actions for them. */
export function Selection() {
  const t = useMessages(mapMessages);
  const { workflow, grid, view, counts, go } = useMapState();
  const filters = filtersOf(view, grid);
  const query = new URLSearchParams(filters).toString();
  const failed = grid.codes.reduce(
    (sum, { status }, index) => sum + (status === 'failed' ? (counts.byState[index] ?? 0) : 0),
    0,
  );
  const canList = isListable(view, grid);
  const path = `/workflows/${encodeURIComponent(workflow)}`;
  return (
    <Panel title={t.selection}>
      <div className="panel-body stack">
        <p aria-live="polite">
          <strong className="map-selected">{t.selected(counts.selected, grid.size)}</strong>
        </p>
        {canList ? null : <p className="muted small">{t.noFilter}</p>}
        <div className="row wrap">
          {canList ? (
            <>
              <a className={buttonClass()} href={`#${path}/points${query === '' ? '' : `?${query}`}`}>
                {t.list}
              </a>
              <a className={buttonClass()} href={`/api${path}/points.csv${query === '' ? '' : `?${query}`}`} download>
                {t.exportCsv}
              </a>
              <a className={buttonClass()} href={`/api${path}/export${query === '' ? '' : `?${query}`}`} download>
                {t.exportArchive}
              </a>
            </>
          ) : null}
          <RearmButton failed={failed} canList={canList} onClick={() => void rearm(workflow, filters, t)} />
          <Button onClick={() => void copyAddress(t.copied)}>{t.copy}</Button>
          <Button
            isBlocked={Object.keys(filters).length === 0 && view.only === undefined}
            onClick={() =>
              go({
                ...Object.fromEntries(AXES.map((axis) => [axis, undefined])),
                status: undefined,
                method: undefined,
                group: undefined,
                only: undefined,
                slice: undefined,
              })
            }
          >
            {t.clear}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

interface RearmWords {
  readonly rearmAsk: (n: number, name: string) => string;
  readonly rearmWhy: string;
  readonly rearmConfirm: string;
  readonly rearmed: (n: number) => string;
  readonly nothingFailed: string;
}

interface RearmButtonProps {
  /** How many of the selected points have failed. */
  readonly failed: number;
  /** Whether the API can filter by the selection. */
  readonly canList: boolean;
  readonly onClick: () => void;
}

function RearmButton({ failed, canList, onClick }: RearmButtonProps) {
  const t = useMessages(mapMessages);
  return (
    <Button
      needs="operator"
      isBlocked={failed === 0 || !canList}
      title={failed === 0 ? t.nothingFailed : undefined}
      onClick={onClick}
    >
      {t.rearm}
    </Button>
  );
}

/** Counts the points on the server first, so that the dialog shows the number of matching points. */
async function rearm(name: string, filters: Record<string, string>, t: RearmWords): Promise<void> {
  try {
    const call = async (dryRun: boolean) =>
      (
        await api.post('/api/workflows/{name}/points/rearm', {
          params: { name },
          body: { ...filters, dry_run: dryRun },
        })
      ).data;
    const { matched } = await call(true);
    if (matched === 0) {
      tellDone(t.nothingFailed);
      return;
    }
    const isSure = await ask({ title: t.rearmAsk(matched, name), text: t.rearmWhy, confirm: t.rearmConfirm });
    if (isSure) tellDone(t.rearmed((await call(false)).rearmed));
  } catch (error) {
    tellFault(error);
  }
}

async function copyAddress(done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    tellDone(done);
  } catch (error) {
    tellFault(error);
  }
}

/** Lists the failures of the selected points by cause. Each cause can be selected. */
export function Causes() {
  const t = useMessages(mapMessages);
  const { counts, view, go, causeOf } = useMapState();
  const { byGroup } = counts;
  return (
    <Panel title={t.causes}>
      <div className="panel-body stack">
        {byGroup === undefined ? <p className="muted">{t.counting}</p> : null}
        {byGroup?.length === 0 ? <p className="muted">{t.noCauses}</p> : null}
        <ul className="map-causes">
          {byGroup?.map(({ group, points }) => (
            <li key={group}>
              <button
                type="button"
                className="map-entry"
                aria-pressed={view.group === group}
                onClick={() => go({ group: view.group === group ? undefined : group })}
              >
                {causeOf(group)}
              </button>
              <span className="map-number">{count(points)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
