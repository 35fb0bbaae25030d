import type { MapPlaneName } from '@almagest/contracts/grid';
import { ApiError } from '@almagest/ui/api-error';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { liveEvents } from '../../live.ts';
import type { Box } from './box.ts';
import type { MapCounts, MapView } from './engine.ts';
import type { MapGrid, ToPage, ToWorker } from './protocol.ts';

/** The least time between two requests for changes. */
const REFRESH_MS = 1_000;

/** A worker that answers one message after the other. */
class MapWorker {
  readonly #worker = new Worker(new URL('map-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting: ((answer: ToPage) => void)[] = [];

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ToPage>) => this.#waiting.shift()?.(data));
    this.#worker.addEventListener('error', () =>
      this.#waiting.shift()?.({ kind: 'failed', status: 0, message: 'the map cannot be counted in this browser' }),
    );
  }

  async ask(message: ToWorker): Promise<ToPage> {
    return await new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#worker.postMessage(message);
    });
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
  /** The categories of the points of a box; undefined if they could not be read. */
  readonly slice: (box: Box) => Promise<Uint8Array | undefined>;
  readonly retry: () => void;
}

/** The map of a workflow, counted anew when the view changes or points do. The latest view is counted first. */
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

/** Asks the worker for the counts of the latest view, and for changes when events tell of some. */
class Counting {
  readonly #worker: MapWorker;
  readonly #become: (change: Partial<LoadedMap>) => void;
  readonly #reopen: () => void;
  readonly #unsubscribe: (() => void)[] = [];
  #workflow = '';
  #view: MapView | undefined;
  #wantsTimes = false;
  #hasDrawn = false;
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
      // Events of an interruption were not delivered.
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
      // What a person does comes before what the fleet does.
      const isRefresh = !this.#isOld.view;
      this.#isOld = { view: false, points: isRefresh ? false : this.#isOld.points };
      const view = this.#view;
      const answer = await this.#worker.ask(
        isRefresh ? { kind: 'refresh', view } : { kind: 'count', view, planes: this.#planes },
      );
      if (this.#isStopped) return;
      if (answer.kind === 'counts') {
        this.#become({ counts: answer.counts, fault: undefined });
        // The causes of failures come after the first drawing.
        if (!this.#hasDrawn) this.#isOld.view = true;
        this.#hasDrawn = true;
      }
      if (answer.kind === 'another') return this.#reopen();
      if (answer.kind === 'failed') await this.#fail(answer);
    }
    this.#isCounting = false;
  }

  get #planes(): MapPlaneName[] {
    return [...(this.#hasDrawn ? (['failures'] as const) : []), ...(this.#wantsTimes ? (['ended'] as const) : [])];
  }

  async #fail({ status, message }: ToPage & { kind: 'failed' }): Promise<void> {
    this.#become({ fault: new ApiError(status, message) });
    // The page's own client asks for the password again.
    if (status === 401)
      await api.get('/api/workflows/{name}', { params: { name: this.#workflow } }).catch(() => undefined);
  }
}
