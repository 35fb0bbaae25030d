import { createWorkflow, readWorkflow, updateWorkflow } from './api.js';
import { el, onAction, patch } from './dom.js';
import { messageOf, notice, showError } from './notice.js';
import { address } from './router.js';
import { ageOf, button, field, pill } from './widgets.js';
import { removeWorkflow, workflowHead } from './workflow-actions.js';

/**
 * @import { WorkflowItem } from '@almagest/contracts/grid'
 * @import { ViewMaker } from './router.js'
 */

const EXAMPLE = `grid:                 # the text of each value becomes part of the points' names
  teff: [20000, 22000, 24000]
  logg: [5.0, 5.5]
  loghe: [-1.0]
  logc: [-4.0]
  logn: [-4.0]
  logo: [-4.0]
chain:
  - {label: lte, lte: true, niter: 50}
  - {label: nlte, lte: false, niter: 100}
atmosphere:
  policy: skip_converged
  strategies: [cold_run, seed_step]
timeout_sec: 3600     # for one task; 0 = no limit
`;

/** @type {ViewMaker} */
export function newWorkflowPage() {
  const name = el('input', {
    name: 'name',
    required: true,
    pattern: '[A-Za-z0-9._\\-]{1,64}',
    title: '1 to 64 letters, digits, dots, hyphens or underscores',
    autocomplete: 'off',
    spellcheck: 'false',
    autofocus: true,
  });
  const editor = makeEditor('Create');
  editor.description.value = '';
  editor.yaml.value = EXAMPLE;
  editor.form.prepend(field('Name', name));
  editor.onSave(async (written) => {
    const message = await createWorkflow({ name: name.value, ...written });
    notice(message);
    location.assign(address(['workflows', name.value]));
  });
  return {
    title: 'New workflow',
    element: el(
      'section',
      {},
      el('h1', {}, 'New workflow'),
      el('p', { class: 'hint' }, 'Nothing is computed before it is started.'),
      editor.form,
    ),
  };
}

/** @type {ViewMaker} */
export function configPage({ params }, shell) {
  const name = params['name'] ?? '';
  const editor = makeEditor('Save');
  const state = el('div');
  /** @type {WorkflowItem | undefined} what the fields were last filled with */
  let base;
  const isTouched = () =>
    base !== undefined &&
    (editor.yaml.value !== base.config_yaml || editor.description.value !== (base.description ?? ''));
  const fill = (/** @type {WorkflowItem} */ workflow) => {
    base = workflow;
    editor.yaml.value = workflow.config_yaml;
    editor.description.value = workflow.description ?? '';
  };
  editor.onSave(async (written) => {
    notice(await updateWorkflow({ name, ...written }));
    base = undefined;
    shell.refresh();
  });
  const element = el('section', {}, workflowHead(name, 'config'), state, editor.form, dangerPart(name));
  const reload = async () => {
    base = undefined;
    shell.refresh();
  };
  onAction(element, { remove: () => removeWorkflow(name), reload }, showError);
  return {
    title: `${name}: configuration`,
    element,
    concerns: (event) => event.kind === 'workflow' && event.name === name,
    refresh: async (signal) => {
      const workflow = await readWorkflow(name, signal);
      if (base === undefined || !isTouched()) fill(workflow);
      const conflict = base?.config_yaml !== workflow.config_yaml || base.description !== workflow.description;
      editor.setReadOnly(workflow.status === 'initializing');
      patch(state, ...statePart(workflow, conflict));
    },
  };
}

/**
 * @param {WorkflowItem} workflow
 * @param {boolean} conflict somebody else has saved while this page's text was being edited
 */
function statePart({ status, updated_at }, conflict) {
  return [
    el('p', { class: 'row state' }, pill(status), el('span', { class: 'hint' }, 'changed ', ageOf(updated_at))),
    el('p', {}, EDITABLE[status]),
    conflict
      ? el(
          'p',
          { class: 'warning', role: 'alert' },
          'Somebody else has saved this workflow since. Saving here overwrites it. ',
          button('reload', 'Discard my changes'),
        )
      : null,
  ];
}

/** @type {Readonly<Record<WorkflowItem['status'], string>>} */
const EDITABLE = {
  idle: 'A draft: nothing was started with it yet.',
  initializing: 'The points are being made from it. It can be changed again when that is done.',
  running: 'The run goes on with the configuration it was started with. Changes take effect at the next start.',
  paused: 'Changes take effect with the resumption; points that are missing then are added.',
  completed: 'Changes take effect with the next run.',
};

/** @param {string} name */
function dangerPart(name) {
  return el(
    'section',
    { class: 'dangerous', 'aria-label': 'Deletion' },
    button('remove', 'Delete this workflow…', { class: 'danger', 'aria-label': `Delete ${name}` }),
  );
}

/**
 * @typedef {object} Written
 * @property {string | null} description
 * @property {string} config_yaml
 */

/** @param {string} verb */
function makeEditor(verb) {
  const description = el('input', { name: 'description', maxlength: 10_000, autocomplete: 'off' });
  const yaml = el('textarea', {
    name: 'config_yaml',
    class: 'code',
    rows: 24,
    required: true,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    wrap: 'off',
    'aria-describedby': 'config-fault',
  });
  const fault = el('p', { class: 'fault', role: 'alert', id: 'config-fault' });
  const save = el('button', { type: 'submit', class: 'primary' }, verb);
  const form = el(
    'form',
    { class: 'editor' },
    field('Description', description),
    field('Configuration (YAML)', yaml),
    fault,
    el('div', { class: 'buttons' }, save),
  );
  return {
    form,
    description,
    yaml,
    /** @param {boolean} isReadOnly */
    setReadOnly: (isReadOnly) => {
      yaml.readOnly = isReadOnly;
      description.readOnly = isReadOnly;
      save.disabled = isReadOnly;
    },
    /** @param {(written: Written) => Promise<void>} work */
    onSave: (work) => {
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        save.disabled = true;
        fault.textContent = '';
        work({ description: description.value === '' ? null : description.value, config_yaml: yaml.value })
          .catch((error) => {
            fault.textContent = messageOf(error);
          })
          .finally(() => {
            save.disabled = false;
          });
      });
    },
  };
}
