import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { AssetBatch } from './asset-batch.tsx';
import { synchronisationMessages } from './messages.ts';
import { FailedPapers } from './failed-papers.tsx';
import { MetaSync } from './meta-sync.tsx';
import { SavedQueries } from './saved-queries.tsx';
import './synchronisation.css';

export function SynchronisationView() {
  const t = useMessages(synchronisationMessages);
  usePageTitle(t.title);
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <MetaSync />
      <SavedQueries />
      <AssetBatch />
      <FailedPapers />
    </div>
  );
}
