import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { changedWith } from '../../queries/workflow.ts';

const REST_MS = 3_000;
/** More files than this are not listed on a page. */
const SHOWN_ARTIFACTS = 500;
/** What a person reads of a log: its end. */
const LOG_TAIL_BYTES = 6_000;
const PARTIAL = 206;

export function pointQuery(name: string, point: string) {
  return queryOptions({
    queryKey: ['point', name, point],
    queryFn: async ({ signal }) =>
      (await api.get('/api/workflows/{name}/points/{point}', { params: { name, point }, signal })).data,
    meta: changedWith(name, REST_MS),
  });
}

/** The diagnostic record of one attempt. It does not change any more. */
export function recordQuery(name: string, point: string, attempt: string) {
  return queryOptions({
    queryKey: ['point', name, point, 'record', attempt],
    queryFn: async ({ signal }) => {
      const query = { attempt };
      return (await api.get('/api/workflows/{name}/points/{point}', { params: { name, point }, query, signal })).data
        .conv;
    },
    staleTime: Infinity,
  });
}

export function explanationQuery(name: string, point: string) {
  return queryOptions({
    queryKey: ['point', name, point, 'explanation'],
    queryFn: async ({ signal }) =>
      (await api.get('/api/workflows/{name}/points/{point}/explain', { params: { name, point }, signal })).data,
    meta: changedWith(name, REST_MS),
  });
}

export function artifactsQuery(name: string, point: string) {
  return queryOptions({
    queryKey: ['point', name, point, 'artifacts'],
    queryFn: async ({ signal }) => {
      const query = { point, limit: SHOWN_ARTIFACTS };
      return (await api.get('/api/workflows/{name}/artifacts', { params: { name }, query, signal })).data;
    },
    meta: changedWith(name, REST_MS),
  });
}

export function judgementsQuery(name: string, point: string) {
  return queryOptions({
    queryKey: ['point', name, point, 'judgements'],
    queryFn: async ({ signal }) => {
      const query = { point };
      return (await api.get('/api/workflows/{name}/judgements', { params: { name }, query, signal })).data.judgements;
    },
    meta: changedWith(name, REST_MS),
  });
}

/** A second run changes no count of the grid: no event tells of it. */
const SECOND_RUNS_EVERY_MS = 10_000;

/** The second runs of a point, the newest first. */
export function reproductionsQuery(name: string, point: string) {
  return queryOptions({
    queryKey: ['point', name, point, 'second runs'],
    queryFn: async ({ signal }) => {
      const query = { point };
      return (await api.get('/api/workflows/{name}/reproductions', { params: { name }, query, signal })).data
        .reproductions;
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => ['waiting', 'running', 'comparing'].includes(status)) === true
        ? SECOND_RUNS_EVERY_MS
        : false,
  });
}

/** The address of an artifact's content, which is named by its hash and never changes. */
export function artifactAddress(sha256: string): string {
  return `/api/artifacts/${sha256}`;
}

/** The text of an artifact. */
export function artifactTextQuery(sha256: string) {
  return queryOptions({
    queryKey: ['artifact', sha256],
    queryFn: async ({ signal }) => {
      const response = await fetch(artifactAddress(sha256), { signal });
      if (!response.ok) throw new Error(await response.text());
      return await response.text();
    },
    staleTime: Infinity,
  });
}

/** The last lines of an artifact. */
export function artifactEndQuery(sha256: string) {
  return queryOptions({
    queryKey: ['artifact', sha256, 'end'],
    queryFn: async ({ signal }) => {
      const response = await fetch(artifactAddress(sha256), { signal, headers: { Range: `bytes=-${LOG_TAIL_BYTES}` } });
      if (!response.ok) throw new Error(await response.text());
      const text = await response.text();
      // The first line of a part has mostly lost its beginning.
      const isCut = response.status === PARTIAL && text.length >= LOG_TAIL_BYTES;
      return isCut ? text.slice(text.indexOf('\n') + 1) : text;
    },
    staleTime: Infinity,
  });
}

/** The address of a point's seed. */
export function seedAddress(point: string): string {
  return `/api/seed/${encodeURIComponent(point)}`;
}

/** How many bytes a point's seed has; null where none is stored. */
export function seedBytesQuery(name: string, point: string) {
  return queryOptions({
    queryKey: ['point', name, point, 'seed'],
    queryFn: async ({ signal }) => {
      // A list that is empty is no fault, as a seed that is missing would be.
      const { data } = await api.get('/api/seeds', { query: { prefix: point, limit: 1 }, signal });
      const [first] = data.seeds;
      return first?.name === point ? first.newest.size_bytes : null;
    },
    meta: changedWith(name, REST_MS),
  });
}
