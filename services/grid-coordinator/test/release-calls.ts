import type { Release, ReleaseMetadata, TaskSpec } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { fileOf, handOver, listed } from './artifact-calls.ts';
import { configYaml, givenNode, givenRunning, statusOf, type World } from './world.ts';

export const PUBLIC = { env: { PUBLIC_RELEASES: '1' } };

export const METADATA: ReleaseMetadata = {
  title: 'Hot subdwarfs <in> "NLTE" & more',
  description: 'Models of hot subdwarfs.\n\nSecond paragraph.',
  creators: [{ name: 'Muster, Maria', orcid: '0000-0002-1825-0097' }, { name: 'The Almagest Collaboration' }],
  publisher: 'Observatory of Muster',
  license: 'CC-BY-4.0',
  related_dois: ['10.1234/sdb'],
};

const HEAD = '# 1: wavelength in vacuum, Angstrom\n# 2: flux at the surface, erg cm-2 s-1 Angstrom-1\n';

/** Returns the text of a spectrum that rises a little. */
export function spectrumText(scale: number): string {
  return textOfFlux((_wavelength, sample) => (1e7 + sample) * scale);
}

/** Returns the text of a spectrum with these fluxes. */
export function textOfFlux(fluxAt: (wavelength: number, sample: number) => number): string {
  const rows = Array.from({ length: 50 }, (_, sample) => {
    const wavelength = 4000 + sample / 2;
    return `${wavelength} ${fluxAt(wavelength, sample).toExponential(9)}`;
  });
  return `${HEAD}${rows.join('\n')}\n`;
}

interface SpectraOf {
  readonly teff?: string[];
  readonly logg?: string[];
  /** Returns the text of a point's spectrum. `place` counts the points from 1. */
  readonly textOf?: (place: number, task: TaskSpec) => string;
}

/** Creates a completed workflow in which each point has a spectrum. */
export async function givenSpectra(
  world: World,
  workflow: string,
  { teff = ['30000', '35000'], logg = ['5.0', '5.5'], textOf = spectrumText }: SpectraOf = {},
): Promise<void> {
  const node = await givenNode(world, `node-of-${workflow}`);
  await givenRunning(world, workflow, configYaml({ teff, logg }));
  for (let place = 1; place <= teff.length * logg.length; place += 1) {
    const task = await node.claimSoon();
    const files = [fileOf('spectrum.txt', textOf(place, task), { kind: 'spectrum' })];
    await handOver(node, task, files);
    await node.report(task, { seed: `model of ${task.point_name}`, artifacts: listed(files) }).expect(200);
  }
  await until(async () => (await statusOf(world, workflow)) === 'completed', 'the workflow to be completed');
}

/** Publishes a workflow and waits until the release is built. */
export async function publish(
  world: World,
  workflow: string,
  {
    slug = 'sdb-nlte',
    version = '1.0',
    metadata = METADATA,
  }: Partial<Pick<Release, 'slug' | 'version' | 'metadata'>> = {},
): Promise<Release> {
  await world.admin('post', `/api/workflows/${workflow}/releases`).send({ slug, version, metadata }).expect(200);
  return await until(async () => {
    const { body } = await world.admin('get', `/api/releases/${slug}/${version}`).expect(200);
    const release = (body as { data: Release }).data;
    return release.status === 'building' ? undefined : release;
  }, 'the release to be built');
}

interface Download {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

export async function download(
  world: World,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Download> {
  const answer = await fetch(`${world.url}${path}`, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}
