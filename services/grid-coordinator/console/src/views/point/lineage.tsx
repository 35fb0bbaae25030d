import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { lineageQuery } from '../../lineage/lineage-query.ts';
import { LineageTree } from '../../lineage/lineage-tree.tsx';
import { lineageMessages } from '../../lineage/messages.ts';
import { OtherPoint } from '../../lineage/other-point.tsx';
import { PointLink } from '../../point-link.tsx';

/** Shows the seeds that a point's model descends from, and the attempts that started from it. */
export function PointLineage({ name, point }: { readonly name: string; readonly point: string }) {
  const t = useMessages(lineageMessages);
  const lineage = useQuery(lineageQuery(name, point));
  return (
    <Panel title={t.lineage}>
      <Loaded query={lineage} loading={t.loading}>
        {(data) => (
          <LineageTree
            lineage={data}
            renderPoint={(of, workflow) =>
              workflow === name ? <PointLink name={name} point={of} /> : <OtherPoint name={of} workflow={workflow} />
            }
          />
        )}
      </Loaded>
    </Panel>
  );
}
