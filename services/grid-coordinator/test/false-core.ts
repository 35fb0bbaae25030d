import type { GridPointParams, TaskSpec } from '@almagest/contracts/grid';
import { fileOf, handOver, listed, type TestFile } from './artifact-calls.ts';
import { modelText } from './model-texts.ts';
import { configYaml, givenRunning, type TestNode, type World } from './world.ts';

/** The point whose spectrum has a false emission core in its second line, near 4690 Angstrom. */
export const FALSE_CORE = 't25000_g5.5_he-1.0_c-4.0_n-4.0_o-4.0';

const AXES = { teff: ['20000', '25000', '31250', '39062.5'], logg: ['5.0', '5.5', '6.0'] };
const MORE = `atmosphere: {strategies: [cold_run, seed_step]}
spectrum: {enabled: true, products: [{name: optical}]}`;

/**
 * Returns a sloping continuum with two lines that deepen with gravity. `core`: the height of an emission core in the
 * second line. A third line, near 4460 Angstrom, deepens so fast with both axes that no neighbours predict it.
 */
function spectrumOf({ teff, logg }: GridPointParams, core: number): TestFile {
  const steep = 0.02 * Math.exp((teff - 20_000) / 4_000 + 2.5 * (logg - 5));
  const rows = Array.from({ length: 400 }, (_, row) => {
    const [narrow, wide] = [(row - 120) / 4, (row - 290) / 6];
    const lines = -0.04 * logg * (Math.exp(-(narrow ** 2)) + Math.exp(-(wide ** 2)));
    const emission = core * Math.exp(-(((row - 290) / 1.5) ** 2));
    const third = 1 + steep * Math.exp(-(((row - 60) / 4) ** 2));
    return `${4400 + row} ${((teff / 1e4) * (1 - row / 2_000) * Math.exp(lines + emission)) / third}\n`;
  });
  const text = `# 1: wavelength, Angstrom\n# 2: flux, erg cm-2\n${rows.join('')}`;
  return fileOf('optical.txt', text, { kind: 'spectrum', product: 'optical' });
}

/** Reports a converged model with its spectrum. */
export async function convergeWithLines(node: TestNode, task: TaskSpec, core = 0): Promise<void> {
  const files = [spectrumOf(task.params, core)];
  await handOver(node, task, files);
  await node.report(task, { seed: modelText(task.params), artifacts: listed(files) }).expect(200);
}

/** Computes the twelve points of the workflow `w`, one of them with a false line core. */
export async function givenFalseCore(world: World, node: TestNode): Promise<void> {
  await givenRunning(world, 'w', configYaml(AXES, MORE));
  for (let task: TaskSpec | null = await node.claimSoon(); task !== null; task = await node.claim())
    await convergeWithLines(node, task, task.point_name === FALSE_CORE ? 0.4 : 0);
}
