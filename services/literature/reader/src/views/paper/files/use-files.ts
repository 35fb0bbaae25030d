import type { FileVersion, PaperFile } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { tellDone } from '@almagest/ui/notices';
import { useChange } from '@almagest/ui/use-change';
import { queryOptions } from '@tanstack/react-query';
import { api, SLOW } from '../../../api.ts';
import { fileMessages } from './messages.ts';

export const filesQuery = (bibcode: string) =>
  queryOptions({
    queryKey: ['papers', 'files', bibcode],
    queryFn: async ({ signal }) => (await api.get('/api/papers/files', { query: { bibcode }, signal })).files,
  });

export function useFiles(bibcode: string) {
  const t = useMessages(fileMessages);
  const change = useChange({ queryKey: ['papers'] });
  const restore = (id: number) =>
    change.mutate(async () => {
      await api.post('/api/papers/files/{id}/restore', { params: { id: String(id) } });
      return t.restored;
    });
  return {
    isWorking: change.isPending,
    restore,
    /** Selects a file and parses it if necessary, because its text is shown next. */
    choose: ({ id, type }: PaperFile, what: string) =>
      change.mutate(async () => {
        await api.patch('/api/papers/files/{id}', { params: { id: String(id) }, body: { is_chosen: true } });
        await api.post('/api/parse', { body: { bibcode, source: type }, ...SLOW });
        return t.chosen(what);
      }),
    trash: ({ id }: PaperFile, what: string) =>
      change.mutate(async () => {
        await api.delete('/api/papers/files/{id}', { params: { id: String(id) } });
        tellDone(t.removed(what), () => restore(id));
        return undefined;
      }),
    fetch: (version: number) =>
      change.mutate(async () => {
        await api.post('/api/papers/files', { body: { bibcode, preprint_version: version }, ...SLOW });
        return t.fetched;
      }),
    add: (file: File, version: FileVersion) =>
      change.mutate(async () => {
        const form = new FormData();
        for (const [name, value] of Object.entries({ bibcode, type: 'pdf', version, label: file.name.slice(0, 200) }))
          form.append(name, value);
        form.append('file', file);
        await api.post('/api/papers/files', { form, ...SLOW });
        return t.added;
      }),
  };
}
