import { Progress } from '@almagest/ui/components/progress';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { addMessages } from './messages.ts';

const EVERY_MS = 1_000;

/** Shows how many entries of a file are imported, once their number is known. */
export function ImportProgress({ name, id }: { readonly name: string; readonly id: string }) {
  const t = useMessages(addMessages);
  const { data } = useQuery({
    queryKey: ['importing', id],
    queryFn: async ({ signal }) => await api.get('/api/import/progress', { query: { id }, signal }),
    staleTime: 0,
    refetchInterval: EVERY_MS,
  });
  if (data?.active !== true) return null;
  if (data.total === 0) return <p className="muted small">{t.reading}</p>;
  return <Progress label={t.importing(name)} done={data.done} total={data.total} isActive />;
}
