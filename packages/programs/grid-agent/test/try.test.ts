import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HAS_PYTHON } from '@almagest/test-kit/example-programs';
import { programCommand } from '@almagest/test-kit/program-command';
import { expect, test } from '@jest/globals';
import { temporaryDirectory } from './world.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const GUIDE = readFileSync(join(ROOT, 'docs/connect-your-engine.md'), 'utf8');
const ADAPTER = join(ROOT, 'docs/examples/fortran_adapter.py');

/** Returns the example task of the guide, with changes. */
function taskOf(changes: object = {}): object {
  const [, text = ''] = /```json\n([^]*?)```/.exec(GUIDE) ?? [];
  return { ...(JSON.parse(text) as object), ...changes };
}

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function tryTask(
  task: object,
  engine: string,
  more: readonly string[] = [],
  env = {},
): Promise<Outcome & { dir: string }> {
  const folder = temporaryDirectory();
  const [file, dir] = [join(folder, 'task.json'), join(folder, 'run')];
  writeFileSync(file, JSON.stringify(task));
  const [program = '', ...args] = programCommand('packages/programs/grid-agent/src/main.ts');
  const given = [...args, 'try', '--task', file, '--engine', engine, '--dir', dir, ...more];
  return await new Promise((resolve) => {
    execFile(program, given, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr, dir });
    });
  });
}

/** A stand-in for the Fortran code: a shell script that reads the namelist. */
const CODE = `#!/bin/sh
case $(cat input.nml) in
  *"'model'"*)
    printf '1 1.0D-01\\n2 5.0D-04\\n' > conv.dat
    i=0; while [ $i -lt 20 ]; do echo "1.5D+03 2.5-101"; i=$((i + 1)); done > final.mod ;;
  *) printf '3999.5 1.0D+00\\n4050.5 2.0D+00\\n4101.5 3.0D+00\\n' > spec.dat ;;
esac
`;

function givenCode(text = CODE): string {
  const file = join(temporaryDirectory(), 'tlgrey');
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

(HAS_PYTHON ? test : test.skip)(
  HAS_PYTHON
    ? 'the adapter of the guide computes its task, with a model and a spectrum'
    : 'the adapter (SKIPPED: no python3)',
  async () => {
    const env = { TLGREY: givenCode() };
    const { code, stdout, dir } = await tryTask(taskOf(), `python3 '${ADAPTER}'`, [], env);
    expect(stdout).toMatch(/ok {6}result\.json: converged/);
    expect(stdout).toMatch(/ok {6}out\/spectrum\.txt: 101 wavelengths, erg cm-2 s-1 Angstrom-1/);
    expect(stdout).not.toMatch(/MISSING|advice/);
    expect(code).toBe(0);
    const only = taskOf({
      atmosphere_ref: 'p',
      atmosphere_config: { enabled: false, policy: 'skip_converged', strategies: [], chain: [] },
      spectrum_config: {
        enabled: true,
        policy: 'skip_converged',
        strategies: ['cold_run'],
        products: [{ name: 'uv', linelist: 'gfUV.dat' }],
      },
    });
    const again = await tryTask(only, `python3 '${ADAPTER}'`, ['--seed', join(dir, 'out.7')], env);
    expect(again.stdout).toMatch(/out\/spectrum\/uv\.txt: 101 wavelengths, product uv/);
    expect(readFileSync(join(again.dir, 'input.nml'), 'utf8')).toContain("linelist = 'assets/gfUV.dat'");
    expect(again.code).toBe(0);
  },
);

(HAS_PYTHON ? test : test.skip)(
  HAS_PYTHON
    ? 'the adapter does not call a model with NaN converged, and ends like its code'
    : 'NaN (SKIPPED: no python3)',
  async () => {
    const bad = givenCode(CODE.replace('1.5D+03', 'NaN'));
    const { stdout } = await tryTask(taskOf(), `python3 '${ADAPTER}'`, [], { TLGREY: bad });
    expect(stdout).toMatch(/result\.json: contains NaN, so it counts as not converged/);
    const killed = givenCode('#!/bin/sh\nkill -TERM $$\n');
    const outcome = await tryTask(taskOf(), `exec python3 '${ADAPTER}'`, [], { TLGREY: killed });
    expect(outcome.stdout).toMatch(/MISSING no result\.json; engine: ended by SIGTERM/);
    expect(existsSync(join(outcome.dir, 'result.json'))).toBe(false);
  },
);

const RESULT = '{"converged": true, "atmosphere_has_nan": false}';

test.each([
  [
    'a missing model and spectrum',
    `echo '${RESULT}' > result.json`,
    [/MISSING out\.7 is missing/, /MISSING no spectrum/, /advice {2}engine has no name/],
  ],
  [
    'a missing result, with the end of its output',
    'echo no licence >&2; exit 3',
    [/MISSING no result\.json; engine: exit status 3/, /no licence/],
  ],
  ['an invalid result', `echo '{"converged": 1}' > result.json`, [/MISSING result\.json is invalid/]],
  [
    'a spectrum that is not one',
    `mkdir out; echo a b > out/spectrum.txt; echo 1 > out.7; echo '${RESULT}' > result.json`,
    [/MISSING out\/spectrum\.txt is not a spectrum/],
  ],
] as const)('reports %s', async (_what, engine, expected) => {
  const { code, stdout } = await tryTask(taskOf(), engine);
  for (const pattern of expected) expect(stdout).toMatch(pattern);
  expect(code).toBe(1);
});

test('names inputs that the task needs, and refuses a file that is not a task', async () => {
  const seeded = await tryTask(taskOf({ task_type: 'seed_step', seed_point_name: 'q', assets: ['a.dat'] }), 'true');
  expect(seeded.stdout).toMatch(/MISSING the task starts from the seed q: add --seed FILE/);
  expect(seeded.stdout).toMatch(/MISSING the task needs a\.dat: add --assets FOLDER/);
  expect(existsSync(join(seeded.dir, 'stdout.log'))).toBe(false);
  expect((await tryTask({ task_id: 1 }, 'true')).stdout).toMatch(/MISSING .*task\.json is not a task/);
});

test('refuses a folder that exists or whose parent is missing', async () => {
  const existing = temporaryDirectory();
  for (const dir of [existing, join(existing, 'no', 'run')]) {
    const { code, stdout, stderr } = await tryTask(taskOf(), 'true', ['--dir', dir]);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/MISSING cannot create the folder of the run: E.*Choose another folder with --dir/);
  }
});
