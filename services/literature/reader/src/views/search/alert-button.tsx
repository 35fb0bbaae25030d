import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { Bell } from 'lucide-react';
import { api } from '../../api.ts';
import { useAction } from '../../use-action.ts';
import { searchMessages } from './messages.ts';
import type { PaperSearch } from './address.ts';

interface AlertButtonProps {
  readonly q: string;
  readonly source: PaperSearch['source'];
}

/** Creates a daily alert for this query. */
export function AlertButton({ q, source }: AlertButtonProps) {
  const t = useMessages(searchMessages);
  const action = useAction();
  const create = async () => {
    const known = new Set((await api.get('/api/alerts')).map(({ id }) => id));
    const { id, name } = await api.post('/api/alerts', { body: { q, source: source ?? 'all', schedule: 'daily' } });
    const undo = async () => await api.delete('/api/alerts/{id}', { params: { id: String(id) } });
    // If the query already had an alert, undo must not delete it.
    return known.has(id) ? { told: t.alertThere(name) } : { told: t.alertMade(name), undo };
  };
  return (
    <Button isBlocked={action.isPending} onClick={() => action.mutate(create)}>
      <Bell size={16} aria-hidden />
      {t.makeAlert}
    </Button>
  );
}
