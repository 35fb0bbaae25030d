import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SAMPLE_ENGINE, sampleYaml } from './faults/sample-engine.ts';
import { givenRunning, pointsOf, useWorld } from './world.ts';

const run = promisify(execFile);
const CHECKOUT = join(import.meta.dirname, '../../..');
const PLATFORM = `linux-${process.arch}`;
const ARCHIVE = `/agent/${PLATFORM}.tar.gz`;

/**
 * The commands that the script may use: the core of Debian, curl and tar, without Node.js, a compiler or a package
 * manager.
 */
const COMMANDS = 'sh curl tar gzip sha256sum cat chmod head ln mkdir mktemp mv nproc rm sed setpriv uname'.split(' ');

const folders: string[] = [];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-install-'));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

const built = temporaryFolder();
const world = useWorld({ env: { AGENT_DIR: built } });

beforeAll(async () => {
  const build = ['--conditions=@almagest/source', 'packages/programs/grid-agent/build/archives.ts', built, PLATFORM];
  await run(process.execPath, build, { cwd: CHECKOUT, env: { ...process.env, QUICK_BUILD: '1' } });
});

/** The home of an ordinary user on a machine that has only `COMMANDS`. */
class Machine {
  readonly home = temporaryFolder();
  readonly prefix = join(this.home, '.local/share/grid-agent');
  readonly #env: NodeJS.ProcessEnv;

  constructor() {
    const bin = join(this.home, 'bin');
    mkdirSync(bin);
    for (const name of COMMANDS) {
      const path = execFileSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).trim();
      symlinkSync(path, join(bin, name));
    }
    this.#env = { HOME: this.home, PATH: bin };
  }

  /** Runs the documented line with more options. */
  async install(...options: string[]): Promise<{ code: number; output: string }> {
    const line = 'url=$1; shift; curl -fsS "$url/agent" | sh -s -- --url "$url" "$@" 2>&1';
    return await this.#run(['sh', '-c', line, 'sh', world.url, ...options]);
  }

  async #run([program = '', ...args]: string[]): Promise<{ code: number; output: string }> {
    const child = spawn(program, args, { cwd: this.home, env: this.#env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  }

  startAgent(...options: string[]) {
    return spawn(join(this.prefix, 'bin/grid-agent'), options, { cwd: this.home, env: this.#env, stdio: 'ignore' });
  }

  files(): string[] {
    return readdirSync(this.home).filter((name) => name !== 'bin');
  }
}

describe('the install script', () => {
  test('a machine without Node joins with a key and computes a point', async () => {
    const { body } = await world.admin('post', '/api/admin/join-keys').send({ name: 'bare' }).expect(200);
    const machine = new Machine();
    writeFileSync(join(machine.home, 'key'), `${(body as { data: { key: string } }).data.key}\n`);
    const joining = ['--node-id', 'bare-1', '--slots', '1', '--join-key-file', 'key'];
    const { code, output } = await machine.install('--engine', SAMPLE_ENGINE, ...joining);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain(`start it with: '${machine.prefix}/bin/grid-agent'`);
    await givenRunning(world, 'bare', sampleYaml(['30000'], ''));
    const agent = machine.startAgent('--poll-sec', '0.2');
    try {
      await until(async () => (await pointsOf(world, 'bare')).every(({ status }) => status === 'converged'));
    } finally {
      agent.kill('SIGTERM');
      await once(agent, 'close');
    }
    const { output: versions } = await machine.install('--version');
    const { version } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8')) as { version: string };
    expect(versions).toBe(`grid-agent: installed: ${version}, at the coordinator: ${version}\n`);
    await machine.install('--uninstall');
    // Credentials, reports and the user's own files stay.
    expect(readdirSync(machine.prefix)).toEqual(['work']);
    expect(existsSync(join(machine.prefix, 'work/credentials.json'))).toBe(true);
  });

  test('an update keeps the settings that it does not name', async () => {
    const machine = new Machine();
    await machine.install('--engine', "/opt/it's/run 'a b'", '--slots', '3');
    await machine.install('--slots', '5');
    const settings = readFileSync(join(machine.prefix, 'agent.env'), 'utf8');
    expect(settings).toContain(`GRID_AGENT_ENGINE='/opt/it'\\''s/run '\\''a b'\\'''\n`);
    expect(settings).toContain("GRID_AGENT_SLOTS='5'\n");
    expect(readdirSync(join(machine.prefix, 'versions'))).toHaveLength(1);
  });

  test('--dry-run and --version change nothing', async () => {
    const machine = new Machine();
    const { code, output } = await machine.install('--dry-run');
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(machine.prefix) as unknown });
    expect((await machine.install('--version')).output).toContain('installed: none');
    expect(machine.files()).toEqual([]);
  });

  test('an archive that does not have its SHA-256 is not installed', async () => {
    const sum = join(built, `${PLATFORM}.tar.gz.sha256`);
    const right = readFileSync(sum, 'utf8');
    writeFileSync(
      sum,
      right.replace(/^./, (first) => (first === '0' ? '1' : '0')),
    );
    try {
      const machine = new Machine();
      const { code, output } = await machine.install();
      expect(code).toBe(1);
      expect(output).toContain('does not have its SHA-256');
      expect(readdirSync(machine.prefix)).toEqual([]);
    } finally {
      writeFileSync(sum, right);
    }
  });

  test('an interrupted download runs nothing', async () => {
    const machine = new Machine();
    const { text } = await world.anyone('get', '/agent').expect(200);
    for (const share of [0.3, 0.6, 0.9, 0.999]) {
      const cut = text.slice(0, Math.floor(text.length * share));
      await run('sh', ['-c', cut, 'sh', '--url', world.url], { env: { HOME: machine.home } }).catch(() => undefined);
    }
    expect(machine.files()).toEqual([]);
  });
});

describe('the archives', () => {
  test('support caches and resumed downloads with ETag and Range, without a credential', async () => {
    const sum = (await world.anyone('get', `${ARCHIVE}.sha256`).expect(200)).text.slice(0, 64);
    const whole = await world.anyone('get', ARCHIVE).responseType('blob').expect(200);
    expect(
      createHash('sha256')
        .update(whole.body as Buffer)
        .digest('hex'),
    ).toBe(sum);
    expect(whole.headers).toMatchObject({ etag: `"${sum}"`, 'cache-control': 'public, no-cache' });
    await world.anyone('get', ARCHIVE).set('If-None-Match', `"${sum}"`).expect(304);
    const part = await world.anyone('get', ARCHIVE).set('Range', 'bytes=10-19').responseType('blob').expect(206);
    expect(part.body).toEqual((whole.body as Buffer).subarray(10, 20));
  });

  test('a coordinator without archives says how to build them', async () => {
    await using api = await world.startApi({ AGENT_DIR: join(built, 'nothing') });
    for (const path of ['/agent', ARCHIVE, `${ARCHIVE}.sha256`]) {
      const answer = await fetch(`${api.url}${path}`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('run `npm run build:agent`');
    }
  });
});
