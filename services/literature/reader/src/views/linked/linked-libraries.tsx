import { Empty, Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useQuery } from '@tanstack/react-query';
import { LinkedLibraryPanel } from './linked-library.tsx';
import { LinkScix } from './link-scix.tsx';
import { LinkZotero } from './link-zotero.tsx';
import { linkedMessages } from './messages.ts';
import { linkedQuery } from './queries.ts';

/** Lists the caller's libraries at Zotero and SciX, and links others. */
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
