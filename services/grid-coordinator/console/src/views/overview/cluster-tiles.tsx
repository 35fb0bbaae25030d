import type { ClusterStatus } from '@almagest/contracts/grid';
import { Tile, Tiles } from '@almagest/ui/components/tile';
import { count, percent } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { overviewMessages } from './messages.ts';

export function ClusterTiles({ cluster }: { readonly cluster: ClusterStatus }) {
  const t = useMessages(overviewMessages);
  const { nodes, nodes_online: online, total_active_slots: used, total_max_slots: slots, grid_stats: points } = cluster;
  const known = nodes.filter(({ status }) => status !== 'rejected' && status !== 'pending_approval').length;
  const offline = nodes.filter(({ status }) => status === 'offline').length;
  const { total, converged, failed, running, queued, pending } = points;
  return (
    <Tiles>
      <Tile
        label={t.nodesOnline}
        value={t.of(online, known)}
        hint={offline > 0 ? t.offline(offline) : null}
        kind={online === 0 && known > 0 ? 'bad' : undefined}
      />
      <Tile label={t.slots} value={t.of(used, slots)} />
      <Tile
        label={t.converged}
        value={count(converged)}
        hint={t.ofPoints(percent(converged, total), total)}
        kind="good"
      />
      <Tile
        label={t.failed}
        value={count(failed)}
        hint={failed > 0 ? percent(failed, total) : null}
        kind={failed > 0 ? 'bad' : undefined}
      />
      <Tile label={t.running} value={count(running)} />
      <Tile label={t.waiting} value={count(queued + pending)} hint={t.queuedAndPending(queued, pending)} />
    </Tiles>
  );
}
