import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api.ts';
import { reproductionMessages } from '../../reproductions/messages.ts';
import { MOST_REPRODUCED, ReproduceDialog } from '../../reproductions/reproduce-dialog.tsx';
import type { PointsSearch } from './filters.ts';
import { pointsQueryOf } from './points-queries.ts';

export interface ReproduceThemProps {
  readonly name: string;
  readonly search: PointsSearch;
  readonly total: number;
}

/** Requests reproductions of all matching points, up to the limit of the contract. */
export function ReproduceThem({ name, search, total }: ReproduceThemProps) {
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
