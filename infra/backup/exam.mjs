/**
 * Runs the questions of `check` inside the set-up: `node --input-type=module - QUESTION`, with ADMIN_TOKEN and
 * API_TOKEN. The output is compared line by line.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const GRID = 'http://grid:8090';
const LITERATURE = 'http://literature-api:8000';
const POLL_MS = 500;

const CHAIN = `chain:
  - {label: grey, lte: yes, niter: 7}
  - {label: refine, lte: no, niter: 6}
timeout_sec: 20
`;
/** 12 points with all three outcomes: converged cold, converged from a seed, failed. */
const FIRST = `grid: {teff: [42000, 50000, 57500], logg: [4.25, 3.75], loghe: [-2, 0], logc: [-4], logn: [-4], logo: [-3.5]}
${CHAIN}`;
/** Enough points to keep the work going during the whole backup. */
const LATER = `grid: {teff: [30000, 32500, 35000, 37500, 40000, 42500], logg: [5.5, 5.25, 5.0, 4.75], loghe: [-2, -1, 0],
  logc: [-4, -3], logn: [-4, -3], logo: [-3.5]}
${CHAIN}`;

async function call(base, token, path, body) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(base + path, { ...init, headers });
  const content = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${content.toString().slice(0, 300)}`);
  return content;
}

const grid = (path, body) => call(GRID, process.env.ADMIN_TOKEN, path, body);
const literature = (path, body) => call(LITERATURE, process.env.API_TOKEN, path, body);
const gridData = async (path) => JSON.parse(await grid(path)).data;
const literatureData = async (path) => JSON.parse(await literature(path));

async function untilEnd(what, look) {
  for (;;) {
    const { over, progress } = await look();
    if (over) return;
    process.stderr.write(`${what}: ${progress}\n`);
    await sleep(POLL_MS);
  }
}

async function start(name, yaml) {
  await grid('/api/workflows', { name, config_yaml: yaml });
  await grid(`/api/workflows/${name}/start`, {});
}

const completed = (name) =>
  untilEnd(name, async () => {
    const { status, total, converged, failed } = await gridData(`/api/workflows/${name}/stats`);
    return { over: status === 'completed', progress: `${converged} + ${failed} of ${total}` };
  });

async function batch(kind, request) {
  await literature(`/api/sync/${kind}/run`, request);
  await untilEnd(kind, async () => {
    const { active, current_bibcode: current = '' } = await literatureData(`/api/sync/${kind}/status`);
    return { over: !active, progress: current };
  });
}

const SHELF = 8;

/** Creates a complete workflow, and a library with parsed, annotated and translated papers. */
async function fill() {
  await start('first', FIRST);
  await batch('meta', { q: 'stars', source: 'all', limit: SHELF });
  await batch('asset', { action: 'all', scope: 'unparsed' });
  const parsed = (await literatureData('/api/library')).filter((paper) => paper.has_markdown);
  if (parsed.length === 0) throw new Error('no paper could be parsed');
  for (const [index, { bibcode }] of parsed.entries())
    await literature('/api/notes', {
      bibcode,
      paragraph_index: index % 3,
      note_text: `note ${index}: g, η Car, ⊙`,
      highlight_color: 'yellow',
      selected_text: '',
    });
  await literature('/api/translate', { bibcode: parsed[0].bibcode });
  await completed('first');
}

/** Starts work that continues while the backup is made. */
async function load() {
  await start('later', LATER);
  await batch('meta', { q: 'winds OR galaxies OR planets', source: 'all', limit: 50 });
  await literature('/api/sync/asset/run', { action: 'all', scope: 'unparsed' });
}

const hashOf = (content) => createHash('sha256').update(content).digest('hex');
const tell = (what, content) => process.stdout.write(`${what} ${hashOf(content)}\n`);
const tellData = (what, data) => tell(what, JSON.stringify(data));

/** Checks that the backup was made during work. */
async function stillAtWork() {
  const { status, total, converged, failed } = await gridData('/api/workflows/later/stats');
  if (status !== 'running') throw new Error(`the workflow 'later' is ${status}: the backup was not made under load`);
  process.stdout.write(`later: ${converged} + ${failed} of ${total} points are done\n`);
}

/** Prints everything that `fill` has created, as people and programs see it. */
async function look() {
  tellData('workflow first', await gridData('/api/workflows/first'));
  tellData('statistics', await gridData('/api/workflows/first/stats'));
  const csv = (await grid('/api/workflows/first/points.csv')).toString();
  tell('points', csv);
  const { points } = await gridData('/api/workflows/first/points?limit=100');
  for (const { name, status } of points) {
    tellData(`point ${name}`, await gridData(`/api/workflows/first/points/${name}`));
    if (status === 'converged') tell(`seed ${name}`, await grid(`/api/seed/${name}`));
  }
  const papers = (await literatureData('/api/library')).slice(0, SHELF);
  for (const paper of papers) {
    const query = `bibcode=${encodeURIComponent(paper.bibcode)}`;
    tellData(`paper ${paper.bibcode}`, paper);
    tell(`text ${paper.bibcode}`, await literature(`/api/paper?${query}`));
    tell(`notes ${paper.bibcode}`, await literature(`/api/notes?${query}`));
  }
}

/** Waits until the work that the backup interrupted has finished. */
async function finish() {
  await untilEnd('asset', async () => {
    const { active, current_bibcode: current } = await literatureData('/api/sync/asset/status');
    return { over: !active, progress: current };
  });
  await completed('later');
  const { total, converged, failed } = await gridData('/api/workflows/later/stats');
  if (converged + failed !== total)
    throw new Error(`only ${converged} converged and ${failed} failed of ${total} points`);
  process.stdout.write(`later: ${total} points, ${converged} converged, ${failed} failed\n`);
}

const questions = { fill, load, 'still-at-work': stillAtWork, look, finish };
await questions[process.argv[2]]();
