import type { SeedVersion } from '@almagest/contracts/grid';
import { useMessages } from '@almagest/ui/messages';
import { seedMessages } from './messages.ts';

export function Origin({ workflow_name: workflow, node_id: node, fit }: SeedVersion) {
  const t = useMessages(seedMessages);
  return (
    <>
      {workflow ?? t.deleted}
      <div className="muted small">
        {node === null ? t.imported : t.byNode(node)}
        {fit ? null : `; ${t.unfit}`}
      </div>
    </>
  );
}
