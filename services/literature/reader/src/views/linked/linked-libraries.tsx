import { Button } from '@almagest/ui/components/button';
import { TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Empty, Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useChange } from '@almagest/ui/use-change';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { LinkZotero } from './link-zotero.tsx';
import { LinkedLibraryPanel } from './linked-library.tsx';
import { linkedMessages } from './messages.ts';

/** Imports have no events. Poll often during an import, and rarely otherwise. */
const RUNNING_MS = 1_500;
const RESTING_MS = 60_000;

const linkedQuery = queryOptions({
  queryKey: ['linked-libraries'],
  queryFn: async ({ signal }) => await api.get('/api/linked-libraries', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ is_running: isRunning }) => isRunning) === true ? RUNNING_MS : RESTING_MS,
});

/** Lists the caller's libraries at Zotero and SciX, and links new libraries. */
export function LinkedLibraries() {
  const t = useMessages(linkedMessages);
  usePageTitle(t.title);
  const linked = useQuery(linkedQuery);
  return (
    <div className="stack">
      <Panel title={t.title}>
        <p className="muted">{t.why}</p>
        <Loaded query={linked} loading={t.loading}>
          {(rows) => (rows.length === 0 ? <Empty>{t.none}</Empty> : null)}
        </Loaded>
      </Panel>
      {(linked.data ?? []).map((one) => (
        <LinkedLibraryPanel key={one.id} linked={one} />
      ))}
      <LinkZotero />
      <LinkScix />
    </div>
  );
}

/** Links a library at SciX by its id, or by its address on the site. */
function LinkScix() {
  const t = useMessages(linkedMessages);
  const change = useChange();
  const [text, setText] = useState('');
  const link = () => {
    change.mutate(async () => {
      const { name } = await api.post('/api/linked-libraries', { body: { kind: 'scix', library: idIn(text) } });
      setText('');
      return t.linked(name);
    });
  };
  return (
    <Panel title={t.linkScix}>
      <Form onSubmit={link}>
        <TextField label={t.scixId} autoComplete="off" maxLength={300} value={text} onChange={setText} />
        <p className="muted small">{t.scixHelp}</p>
        <div>
          <Button type="submit" needs="member" isBlocked={text.trim() === '' || change.isPending}>
            {t.linkThisScix}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

/** Addresses are `…/user/libraries/{id}` and `…/public-libraries/{id}`. */
function idIn(text: string): string {
  return /libraries\/([\w-]+)/.exec(text)?.[1] ?? text.trim();
}
