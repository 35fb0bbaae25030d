import type { StandardPaper } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Progress } from '@almagest/ui/components/progress';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { assetBatchQuery, papersDone } from '../../queries/batches.ts';
import { shellMessages } from '../../shell/messages.ts';
import { searchMessages } from './messages.ts';
import type { Keeping } from './use-keeping.ts';

export interface SelectionActionsProps {
  readonly chosen: readonly StandardPaper[];
  readonly keeping: Keeping;
}

/** Shows the actions for the selected papers, and their progress. */
export function SelectionActions({ chosen, keeping }: SelectionActionsProps) {
  const t = useMessages(searchMessages);
  const shell = useMessages(shellMessages);
  const { data: batch } = useQuery(assetBatchQuery);
  const { progress } = keeping;
  const isBusy = chosen.length === 0 || progress !== undefined;
  return (
    <div className="row">
      {progress === undefined ? null : <Progress label={t.keeping} {...progress} isActive />}
      {batch?.active === true ? (
        <>
          <Progress label={t.fullText} done={papersDone(batch)} total={batch.total} isActive />
          <Link to="/synchronisation">{shell.synchronisation}</Link>
        </>
      ) : null}
      <span role="status" className="muted">
        {t.selected(chosen.length)}
      </span>
      <Button needs="member" isBlocked={isBusy} onClick={() => keeping.keepMany(chosen)}>
        {t.keepAll}
      </Button>
      <Button
        needs="administrator"
        isBlocked={isBusy || batch?.active === true}
        onClick={() => keeping.fetchMany(chosen)}
      >
        {t.fetch}
      </Button>
    </div>
  );
}
