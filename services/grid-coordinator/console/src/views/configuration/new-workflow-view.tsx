import { ask } from '@almagest/ui/components/ask';
import { Button } from '@almagest/ui/components/button';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Banner } from '@almagest/ui/components/page-states';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useMessages } from '@almagest/ui/messages';
import { useStillHere } from '@almagest/ui/still-here';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { workflowsQuery } from '../../queries/overview.ts';
import { usePageTitle } from '@almagest/ui/page-title';
import { ConfigurationEditor } from './configuration-editor.tsx';
import { draftKey } from './drafts.ts';
import { configurationMessages } from './messages.ts';
import { workflowItemQuery } from './queries.ts';
import { useDraft, type DraftState } from './use-draft.ts';
import { useValidation } from './use-validation.ts';

/** The initial text of a new workflow: a small grid that any engine can compute. */
const EXAMPLE_CONFIGURATION = `# The axes of the grid. Its points are all combinations of these values.
grid:
  teff: [30000, 35000, 40000] # effective temperature in K
  logg: [5.5, 6.0] # log10 of the surface gravity in cm/s^2
  loghe: [-1.0] # log10 of the number ratio He/H
  logc: [-4.0] # log10 of the number ratio C/H
  logn: [-4.0] # log10 of the number ratio N/H
  logo: [-3.5] # log10 of the number ratio O/H

# The engine's calculation stages, in their order.
chain:
  - { label: lte, lte: yes, niter: 30 }
  - { label: nlte, lte: no, niter: 100 }
`;

const route = getRouteApi('/new');
const INITIAL = { name: '', description: '', yaml: EXAMPLE_CONFIGURATION, basedOn: null };
const NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** Creates a workflow from an example or from another workflow's configuration. */
export function NewWorkflowView() {
  const t = useMessages(configurationMessages);
  usePageTitle(t.newTitle);
  const state = useDraft(draftKey(undefined), INITIAL);
  const { draft, change, isChanged } = state;
  const validation = useValidation(draft.yaml, undefined);
  const [isTried, setTried] = useState(false);
  const create = useCreate(state);
  const isNamed = NAME.test(draft.name);
  const submit = (starts: boolean) => {
    setTried(!isNamed);
    if (isNamed) void create(starts);
  };
  const canSave = validation.isCurrent && validation.result?.valid === true;
  return (
    <div className="stack">
      <h1>{t.newTitle}</h1>
      {isChanged ? <DraftBanner state={state} /> : null}
      <ConfigurationEditor
        yaml={draft.yaml}
        onChange={(yaml) => change({ yaml })}
        validation={validation}
        fields={
          <div className="configuration-fields">
            <TextField
              label={t.name}
              value={draft.name}
              onChange={(name) => change({ name })}
              fault={isNamed || (!isTried && draft.name === '') ? undefined : t.nameFault}
              autoComplete="off"
            />
            <TextField
              label={t.description}
              value={draft.description}
              onChange={(description) => change({ description })}
              spellCheck
            />
            <CloneField state={state} />
          </div>
        }
        actions={
          <div className="row">
            <Button needs="operator" kind="primary" isBlocked={!canSave} onClick={() => submit(false)}>
              {t.create}
            </Button>
            <Button needs="operator" isBlocked={!canSave} onClick={() => submit(true)}>
              {t.createAndStart}
            </Button>
          </div>
        }
      />
    </div>
  );
}

/** Says that the text is an unsaved draft and offers to discard it. */
export function DraftBanner({ state }: { readonly state: DraftState }) {
  const t = useMessages(configurationMessages);
  return (
    <Banner>
      <div className="row spread">
        <span>{t.draft}</span>
        <Button kind="quiet" onClick={() => tellDone(t.discarded, state.discard())}>
          {t.discard}
        </Button>
      </div>
    </Banner>
  );
}

function useCreate({ draft, forget }: DraftState) {
  const t = useMessages(configurationMessages);
  const client = useQueryClient();
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  return async (starts: boolean) => {
    const { name, description, yaml } = draft;
    try {
      await api.post('/api/workflows', {
        body: { name, config_yaml: yaml, ...(description === '' ? {} : { description }) },
      });
    } catch (error) {
      tellFault(error);
      return;
    }
    try {
      if (starts) await api.post('/api/workflows/{name}/start', { params: { name } });
      tellDone(starts ? t.started(name) : t.created(name));
    } catch (error) {
      // The workflow is saved even if its start fails. The workflow's page shows how to start it.
      tellFault(error);
    }
    await client.invalidateQueries({ queryKey: ['workflows'] });
    if (isStillHere()) await navigate({ to: '/workflows/$name', params: { name } });
    // Runs after the navigation. Otherwise the form would briefly show the example.
    forget();
  };
}

/** Copies the configuration of another workflow. The address names that workflow. */
function CloneField({ state }: { readonly state: DraftState }) {
  const t = useMessages(configurationMessages);
  const { from } = route.useSearch();
  const navigate = useNavigate();
  const workflows = useQuery(workflowsQuery);
  useClone(from, state);
  const names = workflows.data?.map(({ name }) => name) ?? [];
  const options = ['', ...names].map((name) => [name, name === '' ? t.cloneNone : name] as const);
  return (
    <SelectField
      label={t.cloneFrom}
      value={from ?? ''}
      options={options}
      onChange={(name) => void navigate({ to: '/new', search: name === '' ? {} : { from: name } })}
    />
  );
}

function useClone(from: string | undefined, { draft, isChanged, change }: DraftState): void {
  const t = useMessages(configurationMessages);
  const client = useQueryClient();
  const taken = useRef<string>(undefined);
  const clone = async (name: string | undefined) => {
    const item = name === undefined ? undefined : await client.fetchQuery(workflowItemQuery(name));
    const yaml = item?.config_yaml ?? EXAMPLE_CONFIGURATION;
    const description = draft.description === '' ? (item?.description ?? '') : draft.description;
    if (yaml === draft.yaml) return;
    if (isChanged && !(await ask({ title: t.cloneAsk, text: t.cloneText, confirm: t.clone }))) return;
    change({ yaml, description });
  };
  useEffect(() => {
    // A restored draft keeps its text and its address.
    const isFirst = taken.current === undefined;
    if (taken.current === (from ?? '')) return;
    taken.current = from ?? '';
    if (isFirst && (from === undefined || isChanged)) return;
    clone(from).catch(tellFault);
    // Only a change of the address copies another configuration.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [from]);
}
