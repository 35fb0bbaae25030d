import type { Source, StandardPaper } from '@almagest/contracts/literature';
import { messageOf } from '@almagest/ui/api-error';
import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import type { UseQueryResult } from '@tanstack/react-query';
import { searchMessages } from './messages.ts';

export interface SourceStatesProps {
  readonly sources: readonly Source[];
  readonly answers: readonly UseQueryResult<StandardPaper[]>[];
}

/** Shows the number of results, the progress or the error of each source. */
export function SourceStates({ sources, answers }: SourceStatesProps) {
  const t = useMessages(searchMessages);
  return (
    <div className="source-states" role="status">
      {sources.map((source, index) => {
        const answer = answers[index];
        if (answer?.data !== undefined) return <span key={source}>{t.answered(t[source], answer.data.length)}</span>;
        if (answer?.isFetching !== false) return <span key={source}>{t.asking(t[source])}</span>;
        return (
          <span key={source} className="row bad">
            {t.failed(t[source], messageOf(answer.error))}
            <Button onClick={() => void answer.refetch()}>{t.askAgain(t[source])}</Button>
          </span>
        );
      })}
    </div>
  );
}
