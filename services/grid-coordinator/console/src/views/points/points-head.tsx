import { addressOf } from '@almagest/ui/api-client';
import { ask } from '@almagest/ui/components/ask';
import { Button, buttonClass } from '@almagest/ui/components/button';
import { Empty } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { Link } from '@tanstack/react-router';
import { Download, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../api.ts';
import { useChange } from '@almagest/ui/use-change';
import { filtersOf, rearmRequestOf, type PointsSearch } from './filters.ts';
import { pointsMessages } from './messages.ts';
import { ReproduceThem } from './reproduce-them.tsx';

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
