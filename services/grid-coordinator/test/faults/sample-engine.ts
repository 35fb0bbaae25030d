import { join } from 'node:path';
import type { Program } from '@almagest/test-kit/program';
import { programCommand } from '@almagest/test-kit/program-command';
import { until } from '@almagest/test-kit/until';
import { ADMIN_TOKEN, configYaml } from '../world.ts';
import { call } from './calls.ts';
import type { ApiProcess, Site } from './site.ts';

export const SAMPLE_ENGINE = programCommand('packages/programs/grey-atmosphere/src/main.ts')
  .map((word) => `'${word}'`)
  .join(' ');

/** Returns a configuration with enough iterations for the sample engine. */
export function sampleYaml(teff: string[], more: string): string {
  const stages = ['  - {label: grey, lte: true, niter: 60}', '  - {label: refine, lte: false, niter: 30}'];
  return configYaml({ teff }, more).replace(/chain:\n.*\n/, `chain:\n${stages.join('\n')}\n`);
}

/** Starts an approved agent that runs the sample engine, one task at a time. */
export async function startSampleAgent(site: Site, { url }: ApiProcess, nodeId: string): Promise<Program> {
  const agent = site.startAgent({ url, nodeId, workDir: join(site.root, nodeId), engine: SAMPLE_ENGINE, slots: 1 });
  await until(
    async () => (await call(site, ADMIN_TOKEN, `/api/admin/nodes/${nodeId}/approve`, {})).status === 200,
    `the application of ${nodeId}`,
  );
  return agent;
}

/** Saves another configuration of a workflow and starts it. */
export async function startAgain(site: Site, { url }: ApiProcess, name: string, yaml: string): Promise<void> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name, description: null, config_yaml: yaml });
  const saved = await fetch(`${url}/api/workflows/${name}`, { method: 'PUT', headers, body });
  if (saved.status !== 200) throw new Error(`the configuration was refused: ${await saved.text()}`);
  const { status, body: answer } = await call(site, ADMIN_TOKEN, `/api/workflows/${name}/start`, {});
  if (status !== 200) throw new Error(`the start was refused: ${JSON.stringify(answer)}`);
}
