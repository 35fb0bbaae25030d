import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { addAll } from './add-queue.ts';

/** Returns a function that adds files and shows their progress. A single PDF is read and opened. */
export function useAddFiles(): (files: readonly File[]) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (files) => {
      const isOne = files.length === 1;
      const sources = files.map((file) => ({ file }));
      const adding = addAll(sources, isOne);
      await navigate({ to: '/add' });
      const [item] = await adding;
      const code = item?.answer?.paper?.bibcode;
      // The user may have left the page in the meantime.
      if (isOne && code !== undefined && location.hash.startsWith('#/add'))
        await navigate({ to: '/papers/$bibcode', params: { bibcode: code } });
    },
    [navigate],
  );
}
