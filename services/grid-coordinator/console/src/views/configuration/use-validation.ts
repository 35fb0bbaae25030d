import type { WorkflowValidation } from '@almagest/contracts/grid';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api.ts';

/** After so long without a key the text is checked: shorter than a pause, longer than the time between two keys. */
const PAUSE_MS = 250;

export interface Validation {
  /** What was said about the text; of an earlier one, or nothing yet, while `isCurrent` is false. */
  readonly result: WorkflowValidation | undefined;
  readonly isCurrent: boolean;
  readonly error: Error | null;
}

/** What the coordinator says about a configuration while it is typed. */
export function useValidation(yaml: string, workflow: string | undefined): Validation {
  const [asked, setAsked] = useState(yaml);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(yaml), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [yaml]);
  const query = useQuery({
    queryKey: ['validation', workflow, asked],
    queryFn: async ({ signal }) => {
      const body = { config_yaml: asked, ...(workflow === undefined ? {} : { name: workflow }) };
      return (await api.post('/api/workflows/validate', { body, signal })).data;
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  });
  const isAnswered = !query.isPending && !query.isPlaceholderData;
  return { result: query.data, isCurrent: asked === yaml && isAnswered, error: query.error };
}
