import { countMatches, deleteQuery, listQueries, runAssetBatch, runMetaSync, stopAssetBatch } from './api.js';
import { button, byId, choice, el, onSubmit, trying, valuesOf } from './dom.js';
import { followBatches } from './live.js';

/** @import { AssetBatchStatus, MetaSyncStatus, SavedSyncQuery } from '@almagest/contracts/literature' */

const connection = el('p', { class: 'hint', role: 'status' }, 'connecting…');
const said = el('p', { class: 'hint', role: 'status' });

const metaForm = el(
  'form',
  { class: 'search' },
  el('input', {
    name: 'q',
    required: true,
    maxlength: 1000,
    'aria-label': 'Query',
    placeholder: 'abs:"stellar winds"',
  }),
  choice('Source', 'source', [
    ['all', 'both'],
    ['catalog', 'catalog'],
    ['preprint', 'preprint server'],
  ]),
  el(
    'label',
    {},
    'At most',
    el('input', { type: 'number', name: 'limit', min: 1, max: 50_000, value: 500, required: true }),
  ),
  el('button', { type: 'submit', class: 'primary', name: 'do', value: 'run' }, 'Synchronise'),
);
const countButton = button('Count', async () => {
  const valueOf = valuesOf(metaForm);
  const total = await countMatches(valueOf('q'), valueOf('source'));
  said.textContent = `${total} papers in the sources; one that both have counts twice.`;
});
metaForm.append(countButton);
const metaProgress = el('progress', { 'aria-label': 'Synchronised' });
const metaState = el('p', {}, 'nothing yet');
const metaFailures = el('ul', { class: 'plain', 'aria-label': 'What did not come' });
const queries = el('ul', { class: 'plain' });

const assetForm = el(
  'form',
  { class: 'search' },
  choice('Do', 'action', [
    ['all', 'download and parse'],
    ['download', 'download'],
    ['parse', 'parse'],
    ['translate', 'translate'],
  ]),
  choice('Papers', 'scope', [
    ['all', 'all'],
    ['undownloaded', 'not downloaded yet'],
    ['unparsed', 'not parsed yet'],
  ]),
  choice('Order', 'sort_order', [
    ['default', 'as they came'],
    ['pub_year_desc', 'newest publications first'],
    ['created_at_desc', 'newest in the library first'],
  ]),
  el('label', {}, 'At most', el('input', { type: 'number', name: 'limit_count', min: 1, placeholder: 'all' })),
  el('button', { type: 'submit', class: 'primary' }, 'Run'),
);
const stopButton = button('Stop', async () => {
  said.textContent = await stopAssetBatch();
});
assetForm.append(stopButton);
const assetProgress = el('progress', { 'aria-label': 'Papers done' });
const assetState = el('p', {}, 'nothing yet');
const log = el('pre', { class: 'log', tabindex: 0, 'aria-label': 'Log of the batch' });

onSubmit(metaForm, async (valueOf) => {
  const [q, source, limit] = [valueOf('q'), valueOf('source'), Number(valueOf('limit'))];
  said.textContent = await runMetaSync({ q, source, limit });
});

onSubmit(assetForm, async (valueOf) => {
  const limit = valueOf('limit_count');
  said.textContent = await runAssetBatch({
    action: valueOf('action'),
    scope: valueOf('scope'),
    sort_order: valueOf('sort_order'),
    limit_count: limit === '' ? null : Number(limit),
  });
});

/** @param {MetaSyncStatus} status */
function showMeta({ active, query, source, synced, total, outcome, failures }) {
  metaProgress.max = Math.max(total, 1);
  metaProgress.value = synced;
  metaState.textContent =
    query === ''
      ? 'nothing yet'
      : `${active ? 'running' : (outcome ?? 'ended')}: ${synced} of ${total} papers of ${source} for ${query}`;
  metaFailures.replaceChildren(...failures.map((why) => el('li', {}, why)));
  if (!active) void trying(showQueries);
}

/** @param {AssetBatchStatus} status */
function showAsset({ active, total, action, logs, current_bibcode: current, outcome, ...status }) {
  const { failures: _failures, ended_at: _endedAt, ...counters } = status;
  // Each paper counts by the last thing that is done with it.
  const failed = counters.download_failed + counters.parse_failed + (counters.translate_failed ?? 0);
  const last = { download: counters.downloaded, translate: counters.translated ?? 0 };
  const done = action === 'download' || action === 'translate' ? last[action] : counters.parsed;
  assetProgress.max = Math.max(total, 1);
  assetProgress.value = failed + done;
  const numbers = Object.entries(counters).map(([name, count]) => `${name.replaceAll('_', ' ')} ${count}`);
  assetState.textContent =
    action === ''
      ? 'nothing yet'
      : `${active ? `running (${current})` : (outcome ?? 'ended')}: ${action}, ${total} papers, ${numbers.join(', ')}`;
  stopButton.disabled = !active;
  const isAtEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 4;
  log.textContent = logs.join('\n');
  if (isAtEnd) log.scrollTop = log.scrollHeight;
}

async function showQueries() {
  queries.replaceChildren(...(await listQueries()).map(queryRow));
}

/** @param {SavedSyncQuery} saved */
function queryRow({
  id,
  query,
  source,
  limit_count: limit,
  last_run: lastRun,
  last_outcome: outcome,
  last_failures: why,
}) {
  const again = async () => {
    said.textContent = await runMetaSync({ q: query, source, limit });
  };
  const forget = async () => {
    await deleteQuery(id);
    await showQueries();
  };
  return el(
    'li',
    { class: 'row' },
    el('code', {}, query),
    el('span', { class: 'hint' }, `${source}, at most ${limit}, last ${new Date(lastRun).toLocaleString()}`),
    why.length > 0 && el('span', { class: 'flag bad', title: why.join('\n') }, outcome ?? 'failed'),
    button('Run again', again),
    button('Forget', forget),
  );
}

byId('main').replaceChildren(
  el('h1', {}, 'Synchronisation'),
  connection,
  said,
  el('h2', {}, 'Metadata of what a query finds'),
  metaForm,
  metaProgress,
  metaState,
  metaFailures,
  el('h3', {}, 'Saved queries'),
  queries,
  el('h2', {}, 'Full texts of the library'),
  assetForm,
  assetProgress,
  assetState,
  log,
);

followBatches(
  (kind, status) => (kind === 'meta' ? showMeta(status) : showAsset(status)),
  (isLive) => {
    connection.textContent = isLive ? 'live' : 'reconnecting…';
  },
);
