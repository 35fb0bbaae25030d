import type { WorkflowItem } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { TextField } from '@almagest/ui/components/field';
import { Banner, Loaded } from '@almagest/ui/components/page-states';
import { Age } from '@almagest/ui/components/times';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useMessages } from '@almagest/ui/messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { usePageTitle } from '@almagest/ui/page-title';
import { WorkflowPill } from '../../vocabulary.tsx';
import { WorkflowHead } from '../../workflow-head.tsx';
import { ConfigurationEditor } from './configuration-editor.tsx';
import { draftKey } from './drafts.ts';
import { configurationMessages } from './messages.ts';
import { DraftBanner } from './new-workflow-view.tsx';
import { workflowItemQuery } from './queries.ts';
import { useDraft, type DraftState } from './use-draft.ts';
import { useValidation } from './use-validation.ts';

const route = getRouteApi('/workflows/$name/config');

/** Shows a workflow's configuration and the effects of changing it. */
export function ConfigurationView() {
  const t = useMessages(configurationMessages);
  const { name } = route.useParams();
  usePageTitle(t.title(name));
  return (
    <div className="stack">
      <WorkflowHead name={name} />
      <Loaded query={useQuery(workflowItemQuery(name))} loading={t.loading}>
        {(item) => <Editor key={name} item={item} />}
      </Loaded>
    </div>
  );
}

function Editor({ item }: { readonly item: WorkflowItem }) {
  const t = useMessages(configurationMessages);
  const { name, status, config_yaml: savedYaml } = item;
  const state = useDraft(draftKey(name), {
    name,
    description: item.description ?? '',
    yaml: savedYaml,
    basedOn: savedYaml,
  });
  const { draft, change, isChanged } = state;
  const validation = useValidation(draft.yaml, name);
  const save = useSave(name, state);
  const isBeingExpanded = status === 'initializing';
  return (
    <>
      <p className="row">
        <WorkflowPill status={status} />
        <span>{t[`saving_${status}`]}</span>
        <span className="muted small">
          {t.changed} <Age time={item.updated_at} />
        </span>
      </p>
      {isChanged ? <DraftBanner state={state} /> : null}
      {isChanged && draft.basedOn !== savedYaml ? <Banner kind="fault">{t.overtaken}</Banner> : null}
      <ConfigurationEditor
        yaml={draft.yaml}
        onChange={(yaml) => change({ yaml })}
        validation={validation}
        fields={
          <TextField
            label={t.description}
            value={draft.description}
            onChange={(description) => change({ description })}
            spellCheck
          />
        }
        actions={
          <div className="row">
            <Button
              needs="operator"
              kind="primary"
              isBlocked={isBeingExpanded || !isChanged || !validation.isCurrent || validation.result?.valid !== true}
              onClick={() => void save()}
            >
              {t.save(name)}
            </Button>
          </div>
        }
      />
    </>
  );
}

function useSave(name: string, { draft, forget }: DraftState) {
  const t = useMessages(configurationMessages);
  const client = useQueryClient();
  return async () => {
    const { description, yaml } = draft;
    try {
      await api.put('/api/workflows/{name}', {
        params: { name },
        body: { name, config_yaml: yaml, description: description === '' ? null : description },
      });
      tellDone(t.saved(name));
      // Loads the saved text before the draft is removed, so that the text never changes under the cursor.
      await client.fetchQuery({ ...workflowItemQuery(name), staleTime: 0 });
      forget();
      await client.invalidateQueries({ queryKey: ['validation'] });
    } catch (error) {
      tellFault(error);
    }
  };
}
