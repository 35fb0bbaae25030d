import { useMessages } from '@almagest/ui/messages';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PaperBlocks } from '@almagest/contracts/literature';
import { cutChunks } from './chunks.ts';
import { useOpenPaper } from './open-paper.ts';
import { paperMessages } from './messages.ts';
import { blocksQuery } from './queries.ts';

/** Shows how many loaded formulas could not be typeset, if any. */
export function UntypesetFormulas() {
  const t = useMessages(paperMessages);
  const { bibcode, outline } = useOpenPaper();
  const queries = useMemo(
    () =>
      cutChunks(outline.blocks).map((chunk) => ({ ...blocksQuery(bibcode, outline.revision, chunk), enabled: false })),
    [bibcode, outline],
  );
  const { formulas, untypeset } = useQueries({ queries, combine: sumOf });
  return untypeset === 0 ? null : <span>{t.untypeset(untypeset, formulas)}</span>;
}

function sumOf(chunks: readonly UseQueryResult<PaperBlocks>[]): Pick<PaperBlocks, 'formulas' | 'untypeset'> {
  let [formulas, untypeset] = [0, 0];
  for (const { data } of chunks) {
    formulas += data?.formulas ?? 0;
    untypeset += data?.untypeset ?? 0;
  }
  return { formulas, untypeset };
}
