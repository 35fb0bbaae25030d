import type { MapPlaneName } from '@almagest/contracts/grid';
import { ApiError } from '@almagest/ui/api-error';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { liveEvents } from '../../live.ts';
import type { Box } from './box.ts';
import type { MapCounts, MapView } from './engine.ts';
import type { MapGrid, Numbered, ToPage, ToWorker } from './protocol.ts';

/** The minimum time between two requests for changes. */
const REFRESH_MS = 1_000;

/** Sends requests to the worker and matches its replies by number. */
class MapWorker {
  readonly #worker = new Worker(new URL('map-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, (answer: ToPage) => void>();
  #lastId = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Numbered<ToPage>>) =>
      this.#answer(data.id, data.message),
    );
    this.#worker.addEventListener('error', () => {
      for (const id of this.#waiting.keys())
        this.#answer(id, { kind: 'failed', status: 0, message: 'this browser cannot compute the map' });
    });
  }

  async ask(message: ToWorker): Promise<ToPage> {
    return await new Promise((resolve) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, resolve);
      this.#worker.postMessage({ id: this.#lastId, message } satisfies Numbered<ToWorker>);
    });
  }

  #answer(id: number, answer: ToPage): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  stop(): void {
    this.#worker.terminate();
  }
}

interface LoadedMap {
  readonly grid: MapGrid | undefined;
  readonly fault: unknown;
  readonly counts: MapCounts | undefined;
}

const NOTHING: LoadedMap = { grid: undefined, fault: undefined, counts: undefined };

export interface GridMapOfPage extends LoadedMap {
  /** Returns the categories of the points of a box, or undefined if reading them failed. */
  readonly slice: (box: Box) => Promise<Uint8Array | undefined>;
  readonly retry: () => void;
}

/** Loads the map of a workflow and counts it when the view or the points change. The latest view has priority. */
export function useGridMap(workflow: string, viewOf: (grid: MapGrid) => MapView, wantsTimes: boolean): GridMapOfPage {
  const [map, setMap] = useState<LoadedMap>(NOTHING);
  const [opened, setOpened] = useState(0);
  const worker = useRef<MapWorker>(undefined);
  const counting = useRef<Counting>(undefined);
  useEffect(() => {
    const own = new MapWorker();
    worker.current = own;
    const reopen = () => setOpened((times) => times + 1);
    const ownCounting = new Counting(own, (change) => setMap((old) => ({ ...old, ...change })), reopen);
    counting.current = ownCounting;
    void ownCounting.open(workflow);
    return () => {
      ownCounting.stop();
      own.stop();
    };
  }, [workflow, opened]);
  const view = useMemo(() => (map.grid === undefined ? undefined : viewOf(map.grid)), [map.grid, viewOf]);
  useEffect(() => {
    if (view !== undefined) counting.current?.show(view, wantsTimes);
  }, [view, wantsTimes]);
  const slice = useCallback(async (box: Box) => {
    const answer = await worker.current?.ask({ kind: 'slice', box });
    return answer?.kind === 'slice' ? answer.categories : undefined;
  }, []);
  return { ...map, slice, retry: () => setOpened((times) => times + 1) };
}

/** Requests the counts of the latest view from the worker. Requests changes when an event reports some. */
class Counting {
  readonly #worker: MapWorker;
  readonly #become: (change: Partial<LoadedMap>) => void;
  readonly #reopen: () => void;
  readonly #unsubscribe: (() => void)[] = [];
  #workflow = '';
  #view: MapView | undefined;
  #wantsTimes = false;
  readonly #prepared = new Set<MapPlaneName>();
  #isCounting = false;
  #isOld = { view: false, points: false };
  #refreshedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(worker: MapWorker, become: (change: Partial<LoadedMap>) => void, reopen: () => void) {
    this.#worker = worker;
    this.#become = become;
    this.#reopen = reopen;
  }

  async open(workflow: string): Promise<void> {
    this.#workflow = workflow;
    const answer = await this.#worker.ask({ kind: 'open', workflow });
    if (this.#isStopped) return;
    if (answer.kind === 'failed') return await this.#fail(answer);
    if (answer.kind !== 'grid') return;
    this.#become({ grid: answer.grid, fault: undefined });
    this.#unsubscribe.push(
      liveEvents.onEvent(({ kind, name }) => {
        if (kind !== 'node' && name === workflow) this.#follow();
      }),
      // Events during an interruption are lost.
      liveEvents.onState(() => {
        if (liveEvents.state === 'live') this.#follow();
      }),
    );
  }

  show(view: MapView, wantsTimes: boolean): void {
    this.#view = view;
    this.#wantsTimes = wantsTimes;
    this.#isOld.view = true;
    void this.#count();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  #follow(): void {
    if (this.#timer !== undefined) return;
    const rest = this.#refreshedAt + REFRESH_MS - performance.now();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#refreshedAt = performance.now();
        this.#isOld.points = true;
        void this.#count();
      },
      Math.max(0, rest),
    );
  }

  async #count(): Promise<void> {
    if (this.#isCounting) return;
    this.#isCounting = true;
    while (!this.#isStopped && this.#view !== undefined && (this.#isOld.view || this.#isOld.points)) {
      // User input has priority over changes of the fleet.
      const isRefresh = !this.#isOld.view;
      this.#isOld = { view: false, points: isRefresh ? false : this.#isOld.points };
      const view = this.#view;
      const answer = await this.#worker.ask({ kind: isRefresh ? 'refresh' : 'count', view });
      if (this.#isStopped) return;
      if (answer.kind === 'counts') {
        this.#become({ counts: answer.counts, fault: undefined });
        // The causes of failures load after the first drawing.
        void this.#prepare(['failures', ...(this.#wantsTimes ? (['ended'] as const) : [])]);
      }
      if (answer.kind === 'another') return this.#reopen();
      if (answer.kind === 'failed') await this.#fail(answer);
    }
    this.#isCounting = false;
  }

  /** Loads planes once, without blocking user input, and counts again with them. */
  async #prepare(planes: readonly MapPlaneName[]): Promise<void> {
    const missing = planes.filter((plane) => !this.#prepared.has(plane));
    if (missing.length === 0) return;
    for (const plane of missing) this.#prepared.add(plane);
    const answer = await this.#worker.ask({ kind: 'prepare', planes: missing });
    if (this.#isStopped) return;
    if (answer.kind === 'another') return this.#reopen();
    if (answer.kind === 'failed') {
      // The next count requests the planes again.
      for (const plane of missing) this.#prepared.delete(plane);
      return await this.#fail(answer);
    }
    this.#isOld.view = true;
    void this.#count();
  }

  async #fail({ status, message }: ToPage & { kind: 'failed' }): Promise<void> {
    this.#become({ fault: new ApiError(status, message) });
    // Repeats the failure with the page's API client, which opens the sign-in page. The worker cannot do this.
    if (status === 401)
      await api.get('/api/workflows/{name}', { params: { name: this.#workflow } }).catch(() => undefined);
  }
}
