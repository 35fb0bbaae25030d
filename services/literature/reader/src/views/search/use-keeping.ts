import type { StandardPaper } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { useState } from 'react';
import { api, SLOW } from '../../api.ts';
import { titleOf } from '../../paper-words.ts';
import { searchMessages } from './messages.ts';

export interface Keeping {
  /** The codes under which the results list these papers. */
  readonly kept: ReadonlySet<string>;
  /** The progress of adding a selection. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  readonly keepOne: (paper: StandardPaper) => void;
  readonly keepMany: (papers: readonly StandardPaper[]) => void;
  /** Adds papers, then starts a batch that downloads and parses them. */
  readonly fetchMany: (papers: readonly StandardPaper[]) => void;
}

/** Adds papers to the library without their full texts. */
export function useKeeping(): Keeping {
  const t = useMessages(searchMessages);
  // Adding papers doesn't change search results, so the sources are not queried again.
  const change = useChange({ queryKey: ['papers'] });
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<Keeping['progress']>();
  const keep = async ({ bibcode }: StandardPaper) => {
    const { paper } = await api.post('/api/papers', { body: { identifier: bibcode }, ...SLOW });
    setKept((before) => new Set([...before, bibcode]));
    return paper?.bibcode ?? bibcode;
  };
  const keepAll = async (papers: readonly StandardPaper[]) => {
    const codes: string[] = [];
    try {
      for (const paper of papers) {
        setProgress({ done: codes.length, total: papers.length });
        codes.push(await keep(paper));
      }
    } finally {
      setProgress(undefined);
    }
    return codes;
  };
  return {
    kept,
    progress,
    keepOne: (paper) =>
      change.mutate(async () => {
        await keep(paper);
        return t.kept(titleOf(paper));
      }),
    keepMany: (papers) => change.mutate(async () => t.keptMany((await keepAll(papers)).length)),
    fetchMany: (papers) =>
      change.mutate(async () => {
        const bibcodes = await keepAll(papers);
        return await api.post('/api/sync/asset/run', { body: { action: 'all', scope: 'unparsed', bibcodes } });
      }),
  };
}
