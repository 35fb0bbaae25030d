import type { GridPointParams } from '@almagest/contracts/grid';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { changedWith } from '../../queries/workflow.ts';

const REST_MS = 3_000;
/** A page lists at most this many files. */
const SHOWN_ARTIFACTS = 500;
/** Only the end of a log is loaded. */
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

/** Loads the diagnostic record of an attempt. The record never changes. */
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

/** The parameters of an interpolation, and which of several spectra of an attempt is meant. */
export interface InterpolationPlace extends GridPointParams {
  readonly product?: string;
}

export function interpolatedSpectrumQuery(name: string, place: InterpolationPlace) {
  return queryOptions({
    queryKey: ['workflow', name, 'interpolated', place],
    queryFn: async ({ signal }) => {
      const query = { ...place, method: 'auto' as const };
      return (await api.get('/api/workflows/{name}/interpolate/spectrum', { params: { name }, query, signal })).data;
    },
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

/** Reproductions don't change the grid's counts, so they don't send events. */
const SECOND_RUNS_EVERY_MS = 10_000;

/** Loads the reproductions of a point, newest first. */
export function reproductionsQuery(name: string, point: string) {
  return queryOptions({
    queryKey: ['point', name, point, 'reproductions'],
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

/**
 * Returns the address of an artifact's content. The address contains the content's hash, so the content never changes.
 */
export function artifactAddress(sha256: string): string {
  return `/api/artifacts/${sha256}`;
}

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

/** Loads the last lines of an artifact. */
export function artifactEndQuery(sha256: string) {
  return queryOptions({
    queryKey: ['artifact', sha256, 'end'],
    queryFn: async ({ signal }) => {
      const response = await fetch(artifactAddress(sha256), { signal, headers: { Range: `bytes=-${LOG_TAIL_BYTES}` } });
      if (!response.ok) throw new Error(await response.text());
      const text = await response.text();
      // The first line of a partial response is usually cut off.
      const isCut = response.status === PARTIAL && text.length >= LOG_TAIL_BYTES;
      return isCut ? text.slice(text.indexOf('\n') + 1) : text;
    },
    staleTime: Infinity,
  });
}

export function seedAddress(point: string): string {
  return `/api/seed/${encodeURIComponent(point)}`;
}

/** Loads the size of a point's seed in bytes. Null if no seed is stored. */
export function seedBytesQuery(name: string, point: string) {
  return queryOptions({
    queryKey: ['point', name, point, 'seed'],
    queryFn: async ({ signal }) => {
      // Lists seeds by name, because a request for a missing seed would be an error.
      const { data } = await api.get('/api/seeds', { query: { prefix: point, limit: 1 }, signal });
      const [first] = data.seeds;
      return first?.name === point ? first.newest.size_bytes : null;
    },
    meta: changedWith(name, REST_MS),
  });
}
