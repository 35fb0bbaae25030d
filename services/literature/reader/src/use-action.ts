import { messageOf } from '@almagest/ui/api-error';
import { defineMessages, useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useMutation, useQueryClient } from '@tanstack/react-query';

const messages = defineMessages({
  undone: { en: 'Undone.', zh: '已恢复原状。' },
  notUndone: { en: (why: string) => `Could not undo: ${why}`, zh: (why: string) => `无法撤销：${why}` },
});

/** The result of an action: a message to show, and how to undo it. */
export interface Done {
  readonly told?: string | undefined;
  readonly undo?: (() => Promise<unknown>) | undefined;
}

/** Queries to reload after any change to the library. */
const CHANGED = new Set<unknown>(
  'papers codes collections tags searches notes found alerts bibliographies citation-key styles'.split(' '),
);

/** Runs an action on the service, shows its result, offers to undo it, and reloads what the library shows. */
export function useAction() {
  const t = useMessages(messages);
  const client = useQueryClient();
  const renew = async () => await client.invalidateQueries({ predicate: ({ queryKey }) => CHANGED.has(queryKey[0]) });
  const mutation = useMutation({
    mutationFn: async (act: () => Promise<Done>) => await act(),
    onSuccess: ({ told, undo }) => {
      if (told !== undefined) tellDone(told, undo === undefined ? undefined : () => void runUndo(undo));
    },
    onError: tellFault,
    onSettled: renew,
  });
  const runUndo = async (undo: () => Promise<unknown>) => {
    try {
      await undo();
      tellDone(t.undone);
    } catch (error) {
      tellFault(new Error(t.notUndone(messageOf(error))));
    }
    await renew();
  };
  return mutation;
}
