import { addressOf } from '@almagest/ui/api-client';
import { ask } from '@almagest/ui/components/ask';
import { Button, buttonClass } from '@almagest/ui/components/button';
import { Empty } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { Link } from '@tanstack/react-router';
import { Download, RotateCcw, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../api.ts';
import { reproductionMessages } from '../../reproductions/messages.ts';
import { MOST_REPRODUCED, ReproduceDialog } from '../../reproductions/reproduce-dialog.tsx';
import { filtersOf, rearmRequestOf, type PointsSearch } from './filters.ts';
import { pointsMessages } from './messages.ts';
import { pointsQueryOf } from './points-queries.ts';

interface ReproduceThemProps {
  readonly name: string;
  readonly search: PointsSearch;
  readonly total: number;
}

const ICON = 16;

export interface PointsHeadProps {
  readonly name: string;
  readonly search: PointsSearch;
  readonly total: number;
  /** The points have changed since the list was loaded. */
  readonly hasChanged: boolean;
  readonly onRefresh: () => void;
  /** Shown next to the number of points. */
  readonly children?: ReactNode;
}

/** Shows the number of matching points and the actions for them. */
export function PointsHead({ name, search, total, hasChanged, onRefresh, children }: PointsHeadProps) {
  const t = useMessages(pointsMessages);
  const filters = filtersOf(search);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <div className="row spread">
        <div className="row">
          <p role="status">{isFiltered ? t.matching(total) : t.all(total)}</p>
          {isFiltered ? (
            <Link to="/workflows/$name/points" params={{ name }}>
              {t.clear}
            </Link>
          ) : null}
          {total === 0 ? null : children}
          {hasChanged ? (
            <span className="row">
              <span className="muted small">{t.changed}</span>
              <Button onClick={onRefresh}>{t.refresh}</Button>
            </span>
          ) : null}
        </div>
        {total === 0 ? null : <BulkActions name={name} search={search} total={total} />}
      </div>
      {total === 0 ? <Empty>{isFiltered ? t.none : t.noneAtAll}</Empty> : null}
    </>
  );
}

function BulkActions({ name, search, total }: Pick<PointsHeadProps, 'name' | 'search' | 'total'>) {
  const t = useMessages(pointsMessages);
  const filters = filtersOf(search);
  const rearm = useRearm(name, search);
  return (
    <div className="row">
      {rearm === undefined ? null : (
        <Button needs="operator" onClick={() => void rearm()}>
          <RotateCcw size={ICON} aria-hidden />
          {t.again}
        </Button>
      )}
      {filters.status === 'converged' && filters.retired === undefined ? (
        <ReproduceThem name={name} search={search} total={total} />
      ) : null}
      {filters.retired === undefined ? (
        <a
          className={buttonClass()}
          href={addressOf('/api/workflows/{name}/points.csv', { params: { name }, query: filters })}
          download=""
        >
          <Download size={ICON} aria-hidden />
          {t.csv}
        </a>
      ) : null}
      <a
        className={buttonClass()}
        href={addressOf('/api/workflows/{name}/export', { params: { name }, query: filters })}
        download=""
      >
        <Download size={ICON} aria-hidden />
        {t.archive}
      </a>
    </div>
  );
}

/**
 * Returns a function that asks for confirmation and retries all matching points. Undefined if they cannot be retried.
 */
function useRearm(name: string, search: PointsSearch): (() => Promise<void>) | undefined {
  const t = useMessages(pointsMessages);
  const change = useChange();
  const body = rearmRequestOf(filtersOf(search));
  if (body === undefined) return undefined;
  const params = { name };
  return async () => {
    const found = await api.post('/api/workflows/{name}/points/rearm', { params, body: { ...body, dry_run: true } });
    const title = t.askAgain(found.data.matched, body.unfit === true || body.from_rejected === true);
    if (!(await ask({ title, text: t.againWhy, confirm: t.againConfirm }))) return;
    change.mutate(async () => {
      const { data } = await api.post('/api/workflows/{name}/points/rearm', { params, body });
      return t.armed(data.rearmed);
    });
  };
}

/** Requests reproductions of all matching points, up to the limit of the contract. */
function ReproduceThem({ name, search, total }: ReproduceThemProps) {
  const t = useMessages(reproductionMessages);
  const [isOpen, setOpen] = useState(false);
  const isTooMany = total > MOST_REPRODUCED;
  const listPoints = async () => {
    const query = { ...pointsQueryOf(search), limit: MOST_REPRODUCED };
    const { data } = await api.get('/api/workflows/{name}/points', { params: { name }, query });
    return data.points.map((point) => point.name);
  };
  return (
    <>
      {isTooMany ? <span className="muted small">{t.most(MOST_REPRODUCED)}</span> : null}
      <Button needs="operator" disabled={isTooMany} onClick={() => setOpen(true)}>
        <RefreshCw size={16} aria-hidden />
        {t.ask}
      </Button>
      {isOpen ? (
        <ReproduceDialog name={name} title={t.askOf(total)} listPoints={listPoints} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
