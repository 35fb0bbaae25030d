import { Button } from '@almagest/ui/components/button';
import { Banner } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { seedMessages } from './messages.ts';
import type { UnfinishedImport } from './unfinished-imports.ts';

export interface UnfinishedImportsProps {
  readonly entries: readonly UnfinishedImport[];
  readonly onForget: (entry: UnfinishedImport) => void;
}

/**
 * Lists imports that stopped when the page was closed. The user must choose the folder again, because pages cannot
 * reopen it.
 */
export function UnfinishedImports({ entries, onForget }: UnfinishedImportsProps) {
  const t = useMessages(seedMessages);
  return entries.map((entry) => (
    <Banner key={`${entry.workflow} ${entry.folder}`}>
      <div className="row spread">
        <span>{t.unfinished(entry.folder, entry.workflow, entry.done, entry.all)}</span>
        <Button kind="quiet" onClick={() => onForget(entry)}>
          {t.forget}
        </Button>
      </div>
    </Banner>
  ));
}
