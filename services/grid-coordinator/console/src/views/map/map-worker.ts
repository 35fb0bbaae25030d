import type { gridOperations, GridMap, MapPlane, MapPlaneName } from '@almagest/contracts/grid';
import { createApi } from '@almagest/ui/api-client';
import { ApiError, messageOf } from '@almagest/ui/api-error';
import { wholeText } from './decode.ts';
import { MapEngine, planesOf, type MapView } from './engine.ts';
import type { Numbered, ToPage, ToWorker } from './protocol.ts';

/** Loads and counts the map outside the page's thread, so that the page stays responsive. */
const api = createApi<typeof gridOperations>({ onSignedOut: () => undefined });

let workflow = '';
let engine: MapEngine | undefined;

async function readMap(since?: string): Promise<GridMap> {
  const query = since === undefined ? {} : { since };
  return (await api.get('/api/workflows/{name}/map', { params: { name: workflow }, query })).data;
}

async function readPlane(plane: MapPlaneName, since?: string): Promise<MapPlane> {
  const query = since === undefined ? {} : { since };
  return (await api.get('/api/workflows/{name}/map/{plane}', { params: { name: workflow, plane }, query })).data;
}

async function open(name: string): Promise<ToPage> {
  workflow = name;
  engine = new MapEngine(await readMap());
  const { axes, codes, revision, states, extra } = engine;
  return { kind: 'grid', grid: { axes, codes, revision, size: states.length, extra: extra.points } };
}

/** Returns undefined if the server's answer belongs to a changed grid. */
async function loadPlanes(map: MapEngine, planes: readonly MapPlaneName[]): Promise<true | undefined> {
  for (const plane of planes) {
    if (map.planes.has(plane)) continue;
    const answer = await readPlane(plane);
    if (wholeText(answer).length !== map.states.length) return undefined;
    map.setPlane(plane, answer);
  }
  return true;
}

async function refresh(map: MapEngine): Promise<true | undefined> {
  const changes = await readMap(map.revision);
  if (changes.changes === undefined) return undefined;
  const planes = new Map<MapPlaneName, MapPlane>();
  for (const [name, { revision }] of map.planes) {
    const answer = await readPlane(name, revision);
    if (answer.changes !== undefined) planes.set(name, answer);
    else if (wholeText(answer).length === map.states.length) map.setPlane(name, answer);
    else return undefined;
  }
  map.change(changes, planes);
  return true;
}

function count(map: MapEngine, view: MapView): ToPage {
  const begun = performance.now();
  const counts = map.count(view);
  return { kind: 'counts', counts, countedMs: performance.now() - begun };
}

async function answer(message: Exclude<ToWorker, { kind: 'prepare' }>): Promise<ToPage> {
  if (message.kind === 'open') return await open(message.workflow);
  if (engine === undefined) return { kind: 'another' };
  if (message.kind === 'slice') return { kind: 'slice', categories: engine.slice(message.box) };
  if (message.kind === 'refresh' && (await refresh(engine)) === undefined) return { kind: 'another' };
  return (await loadPlanes(engine, planesOf(message.view))) === undefined
    ? { kind: 'another' }
    : count(engine, message.view);
}

async function orFault(answering: () => Promise<ToPage>): Promise<ToPage> {
  try {
    return await answering();
  } catch (error) {
    return { kind: 'failed', status: error instanceof ApiError ? error.status : 0, message: messageOf(error) };
  }
}

async function answerAfter(before: Promise<void>, id: number, answering: () => Promise<ToPage>): Promise<void> {
  await before;
  const message = await orFault(answering);
  self.postMessage({ id, message } satisfies Numbered<ToPage>);
}

/** Handles messages one at a time, so that no change meets a half-finished count. */
let turn = Promise.resolve();

function takeTurn(id: number, answering: () => Promise<ToPage>): void {
  turn = answerAfter(turn, id, answering);
}

/** Planes of millions of points take seconds to load. The planes load in parallel and are applied in turn. */
async function prepare(id: number, planes: readonly MapPlaneName[]): Promise<void> {
  const loading = Promise.all(planes.map(async (plane) => [plane, await readPlane(plane)] as const));
  // The turn reports any error.
  await loading.catch(() => undefined);
  takeTurn(id, async () => {
    for (const [plane, found] of await loading) {
      if (engine === undefined || wholeText(found).length !== engine.states.length) return { kind: 'another' };
      engine.setPlane(plane, found);
    }
    return { kind: 'prepared' };
  });
}

self.addEventListener('message', ({ data: { id, message } }: MessageEvent<Numbered<ToWorker>>) => {
  if (message.kind === 'prepare') void prepare(id, message.planes);
  else takeTurn(id, async () => await answer(message));
});
