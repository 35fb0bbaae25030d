import { fileOf, handOver, listed } from '../artifact-calls.ts';
import { configYaml, givenNode, givenRunning, type TestNode, type World } from '../world.ts';

export const GRID = 'subdwarf-grid';

const AXES = {
  teff: ['28000', '30000', '32000', '34000', '36000'],
  logg: ['5.2', '5.4', '5.6', '5.8'],
  loghe: ['-2.0', '-1.0'],
};
/** The numbers of converged, failed and running points among the forty points. All other points wait. */
const CONVERGED = 16;
const FAILED = 4;
const RUNNING = 3;

/** Returns a record whose stages converge with each iteration. */
function recordOf(index: number): string {
  const changes = Array.from({ length: 12 }, (_, place) =>
    Number((10 ** (-place / 3) * (1 + (index % 3))).toPrecision(3)),
  );
  return JSON.stringify({
    stages: [
      {
        label: 'lte',
        chmax: 1e-2,
        converged: true,
        best_max_relc: 8e-3,
        max_relc: changes.slice(0, 7),
        elapsed_sec: 41,
      },
      {
        label: 'nlte',
        chmax: 1e-3,
        converged: true,
        best_max_relc: 3e-4,
        max_relc: changes.slice(5),
        elapsed_sec: 312,
      },
    ],
  });
}

/** Returns a spectrum with Balmer lines. */
function spectrumOf(index: number): string {
  const rows = Array.from({ length: 600 }, (_, place) => {
    const wavelength = 3_800 + 2 * place;
    const depth = [3_889, 3_970, 4_102, 4_341, 4_861].reduce(
      (sum, line) => sum + 0.5 * Math.exp(-(((wavelength - line) / (12 + index)) ** 2)),
      0,
    );
    return `${wavelength.toFixed(3)} ${((1 - depth) * (9 - place / 200) * 1e7).toExponential(6)}`;
  });
  return `# 1: wavelength in vacuum, Angstrom\n# 2: flux at the surface, erg cm-2 s-1 Angstrom-1\n${rows.join('\n')}\n`;
}

/**
 * Creates a grid computed by two nodes, with points of every status, spectra, logs and records. A third node waits for
 * approval.
 */
export async function givenComputedGrid(world: World): Promise<{ readonly node: TestNode; readonly other: TestNode }> {
  const node = await givenNode(world, 'vega-01', 16);
  const other = await givenNode(world, 'sirius-02', 8);
  await world.anyone('post', '/api/node/register').send({ node_id: 'new-node', max_slots: 4 }).expect(200);
  const yaml = configYaml(AXES, 'atmosphere: {strategies: [cold_run]}\nartifacts: {default: always}\n');
  await givenRunning(world, GRID, yaml);
  await node.claimSoon().then(async (task) => await converge(node, task, 0));
  for (let index = 1; index < CONVERGED; index += 1) {
    const by = index % 3 === 0 ? other : node;
    await converge(by, await by.claimSoon(), index);
  }
  for (let index = 0; index < FAILED; index += 1)
    await other.fail(
      await other.claimSoon(),
      `no convergence in 50 iterations: largest relative change ${index + 1}.4e-2`,
    );
  for (let index = 0; index < RUNNING; index += 1) await node.claimSoon();
  return { node, other };
}

async function converge(
  node: TestNode,
  task: Awaited<ReturnType<TestNode['claimSoon']>>,
  index: number,
): Promise<void> {
  const files = [
    fileOf('spectrum.txt', spectrumOf(index)),
    fileOf('log/stdout.log', 'iteration 12: 3.0e-04\nconverged\n'),
  ];
  await handOver(node, task, files);
  const report = { seed: `model of ${task.point_name}`, artifacts: listed(files), summary_json: recordOf(index) };
  await node.report(task, report).expect(200);
}
