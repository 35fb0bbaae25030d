import type { Proposal } from '@almagest/contracts/grid';
import { ask } from '@almagest/ui/components/ask';
import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useStillHere } from '@almagest/ui/still-here';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { draftKey, readDraft, writeDraft } from '../configuration/drafts.ts';
import { workflowItemQuery } from '../configuration/queries.ts';
import { useMapState } from './map-state.ts';
import { proposalMessages } from './proposal-messages.ts';

/**
 * Adds points to a draft of the configuration and opens it with its difference from the saved text. The user decides
 * whether to save and start it.
 */
export function useTakeProposals(): (points: readonly Proposal[]) => Promise<void> {
  const t = useMessages(proposalMessages);
  const { workflow, proposals } = useMapState();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  const params = { name: workflow };
  return async (points) => {
    try {
      const key = draftKey(workflow);
      const before = readDraft(key);
      if (
        before !== undefined &&
        !(await ask({ title: t.replaceAsk(workflow), text: t.replaceWhy, confirm: t.replace }))
      )
        return;
      const item = await client.fetchQuery({ ...workflowItemQuery(workflow), staleTime: 0 });
      const body = { points: points.map(({ values }) => values) };
      const { data } = await api.post('/api/workflows/{name}/grid/refine', { params, body });
      const description = item.description ?? '';
      writeDraft(key, { name: workflow, description, yaml: data.config_yaml, basedOn: item.config_yaml });
      const names = points.map(({ name }) => name);
      proposals?.choose(names, false);
      tellDone(t.taken(points.length));
      if (isStillHere()) await navigate({ to: '/workflows/$name/config', params });
    } catch (error) {
      tellFault(error);
    }
  };
}
