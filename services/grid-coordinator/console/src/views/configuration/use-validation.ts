import type { WorkflowValidation } from '@almagest/contracts/grid';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api.ts';

/** Delay after the last keystroke before the text is validated. */
const PAUSE_MS = 250;

export interface Validation {
  /** The last validation. While `isCurrent` is false, it belongs to an earlier text or is undefined. */
  readonly result: WorkflowValidation | undefined;
  readonly isCurrent: boolean;
  readonly error: Error | null;
}

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
