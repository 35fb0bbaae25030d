import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@almagest/chaos/run/programs';
import { runProgram } from '@almagest/chaos/program';
import { until } from '@almagest/chaos/until';
import { fasterRules, scrapesAt } from './rules.ts';

/**
 * Whether there is a prometheus on the PATH. Where there is none, tests that need it are skipped, but not in continuous integration,
 * unless that says by WITHOUT_PROMETHEUS that it knows.
 */
export const HAS_PROMETHEUS = spawnSync('prometheus', ['--version']).status === 0;
if (!HAS_PROMETHEUS && process.env['CI'] !== undefined && process.env['WITHOUT_PROMETHEUS'] === undefined)
  throw new Error(
    'no prometheus on the PATH: install the package prometheus, or set WITHOUT_PROMETHEUS=1 to skip its tests',
  );

export interface Prometheus {
  /** Names of the alerts that fire. */
  firing(): Promise<string[]>;
  /** Names of jobs whose last scrape went well. */
  up(): Promise<string[]>;
  stop(): Promise<void>;
}

interface Answer<T> {
  readonly status: string;
  readonly data: T;
}

/** Starts a server with the rules of the repository, faster, on the scrapes of the repository, elsewhere. */
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
    return ((await answer.json()) as Answer<T>).data;
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
