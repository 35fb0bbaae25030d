import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@almagest/test-kit/free-port';
import { runProgram } from '@almagest/test-kit/program';
import { until } from '@almagest/test-kit/until';
import { fasterRules, scrapesAt } from './rules.ts';

/**
 * Whether prometheus is on the PATH. Without it, the tests that need it are skipped. In continuous integration they
 * fail instead, unless WITHOUT_PROMETHEUS is set.
 */
export const HAS_PROMETHEUS = spawnSync('prometheus', ['--version']).status === 0;
if (!HAS_PROMETHEUS && process.env['CI'] !== undefined && process.env['WITHOUT_PROMETHEUS'] === undefined)
  throw new Error(
    'no prometheus on the PATH: install the package prometheus, or set WITHOUT_PROMETHEUS=1 to skip its tests',
  );

export interface Prometheus {
  firing(): Promise<string[]>;
  /** Returns the names of the jobs whose last scrape succeeded. */
  up(): Promise<string[]>;
  stop(): Promise<void>;
}

interface QueryResponse<T> {
  readonly status: string;
  readonly data: T;
}

/**
 * Starts a server with the repository's rules and scrape configuration. Shortens the durations and uses the test's
 * addresses.
 */
export async function startPrometheus(
  folder: string,
  addresses: Readonly<Record<string, string>>,
): Promise<Prometheus> {
  writeFileSync(join(folder, 'alerts.yml'), fasterRules());
  writeFileSync(join(folder, 'prometheus.yml'), scrapesAt(addresses));
  const port = await freePort();
  const program = runProgram(
    [
      'prometheus',
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { env: { PATH: process.env['PATH'] } },
  );
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return ((await answer.json()) as QueryResponse<T>).data;
  };
  let ended = false;
  void program.exited.then(() => (ended = true));
  await until(async () => {
    if (ended) throw new Error(`prometheus ended:\n${program.output()}`);
    return await fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }, 'prometheus to be ready');
  return {
    firing: async () => {
      const { alerts } = await ask<{ alerts: { state: string; labels: { alertname: string } }[] }>('/api/v1/alerts');
      return [...new Set(alerts.flatMap(({ state, labels }) => (state === 'firing' ? [labels.alertname] : [])))].sort();
    },
    up: async () => {
      const { activeTargets } = await ask<{ activeTargets: { health: string; labels: { job: string } }[] }>(
        '/api/v1/targets?state=active',
      );
      return activeTargets.flatMap(({ health, labels }) => (health === 'up' ? [labels.job] : [])).sort();
    },
    stop: () => program.kill(),
  };
}
