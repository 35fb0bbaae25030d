// Checks every command in the documents against the program that it calls. No command is skipped.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gridOperations } from '@almagest/contracts/grid';
import { literatureOperations } from '@almagest/contracts/literature';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { run } from '../../../programs/gridctl/src/program.ts';
import { CHECKOUT, documentedCommands, looseMentions } from './documented-commands.ts';

const read = (file: string) => readFileSync(join(CHECKOUT, file), 'utf8');
interface Service {
  readonly profiles?: readonly string[];
}
const COMPOSE = load(read('docker-compose.yml')) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const SCRIPTS = (JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }).scripts;

/** Options of docker compose and of its commands. Options that take a value end with `=`. */
const OF_COMPOSE = ['--profile=', '-f=', '--file=', '--project-name='];
const COMMANDS_OF_COMPOSE: Readonly<Record<string, readonly string[]>> = {
  up: ['-d', '--build', '--wait', '--no-deps', '--no-recreate'],
  down: ['--volumes'],
  stop: [],
  ps: [],
  build: [],
  kill: ['--signal='],
  restart: [],
  logs: ['--since=', '--tail=', '--no-log-prefix'],
  rm: ['--stop', '--force'],
  exec: ['-T'],
  run: ['--rm', '--no-deps', '--entrypoint='],
};

const surroundings = { folder: process.cwd(), env: { ...process.env } };
let folder: string;
beforeAll(() => {
  // Each run of gridctl adds listeners for signals of this process.
  for (const emitter of [process, process.stdout]) emitter.setMaxListeners(0);
  folder = mkdtempSync(join(tmpdir(), 'documented-'));
  for (const file of ['first.yaml', 'sdb.yaml']) writeFileSync(join(folder, file), 'grid: {}\nchain: []\n');
  writeFileSync(join(folder, 'FILE.tar'), '');
  const [, metadata = ''] = /```json\n([^]*?)```/.exec(read('docs/publishing.md')) ?? [];
  writeFileSync(join(folder, 'sdb-nlte.json'), metadata);
  process.chdir(folder);
  Object.assign(process.env, { HOME: folder, GRIDCTL_URL: 'http://127.0.0.1:9', GRIDCTL_TOKEN: 'some-token' });
});
afterAll(() => {
  process.chdir(surroundings.folder);
  process.env = surroundings.env;
  rmSync(folder, { recursive: true });
});

/**
 * Splits a command into words like a shell, with the syntax that documents use: quotes are removed, variables are kept.
 */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );
}

/** Skips the options at the beginning. Throws if an option is unknown. */
function afterOptions(
  words: readonly string[],
  known: readonly string[],
): { readonly rest: string[]; readonly given: Map<string, string> } {
  const rest = [...words];
  const given = new Map<string, string>();
  while (rest[0]?.startsWith('-')) {
    const option = rest.shift() ?? '';
    const takesValue = known.includes(`${option}=`);
    if (!takesValue && !known.includes(option)) throw new Error(`${option} is not an option here`);
    given.set(option, takesValue ? (rest.shift() ?? '') : '');
  }
  return { rest, given };
}

function mustBe(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

async function checkCompose(words: readonly string[]): Promise<void> {
  const { rest, given } = afterOptions(words, OF_COMPOSE);
  const profile = given.get('--profile');
  const profiles = Object.values(COMPOSE.services).flatMap(({ profiles = [] }) => profiles);
  mustBe(profile === undefined || profiles.includes(profile), `there is no profile ${profile}`);
  const file = given.get('-f');
  mustBe(file === undefined || existsSync(join(CHECKOUT, file)), `there is no ${file}`);
  const [verb = '', ...more] = rest;
  // `docker compose` without a command, as the name of the program.
  if (verb === '') return;
  const options = COMMANDS_OF_COMPOSE[verb];
  if (options === undefined) throw new Error(`this test does not know docker compose ${verb}`);
  const { rest: names } = afterOptions(more, options);
  if (verb !== 'exec' && verb !== 'run') {
    for (const name of names) mustBe(name === 'NAME' || name in COMPOSE.services, `there is no service ${name}`);
    return;
  }
  const [service = '', ...inside] = names;
  mustBe(service in COMPOSE.services, `there is no service ${service}`);
  if (service === 'gridctl') return await checkGridctl(inside);
  for (const path of inside.join(' ').matchAll(/\/(?:run\/secrets\/almagest|secrets\/\w+)\/([a-z-]+)/g))
    mustBe(read('infra/docker/make-secrets.sh').includes(`/${path[1]} `), `no script creates ${path[0]}`);
}

/**
 * Runs the real program against a coordinator that does not exist. If the arguments are valid, the program tries to
 * connect.
 */
async function checkGridctl(words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  const args = words
    .slice(0, words.findIndex((word) => ['>', '|'].includes(word)) >>> 0)
    .map((word) => PLACEHOLDERS[word] ?? word);
  const [stdout, notes] = [new PassThrough().resume(), new PassThrough()];
  const io = { env: process.env, stdin: Readable.from([]), stdout, stderr: notes };
  const code = await run(args, io, new AbortController().signal);
  const stderr = await text(notes.end());
  const isShort =
    stderr.includes('missing required argument') ||
    stderr.includes('Cannot ask without a terminal') ||
    (words.length === 1 && stderr.includes('required option'));
  mustBe(code !== 2 || isShort, `gridctl ${args.join(' ')}: ${stderr}`);
  // Valid exit codes. 0: needs no coordinator. 3: could not connect. 1: the folder has no seeds, or a confirmation is
  // required.
  mustBe(
    [0, 1, 2, 3].includes(code) && !stderr.includes('a bug in gridctl'),
    `gridctl ${args.join(' ')}: ${code} ${stderr}`,
  );
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  POINT: 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0',
  NAME: 'sdb',
  ID: '0b5d7a4e-4f0c-4c59-9d9a-3d6b2c1f7a55',
  DIR: '.',
};

const WITHOUT_ARGUMENTS = new Set(['build-agent', 'build-connector', 'check', 'test-faults']);

async function checkAgent(args: readonly string[]): Promise<void> {
  // `grid-agent doctor`, with the options of the agent.
  if (args.join(' ') === 'doctor') return;
  if (args[0] === 'slurm') {
    const { readSubmitOptions } = await import('../../../programs/grid-agent/src/slurm/slurm-options.ts');
    const submitted = readSubmitOptions(args.slice(2), {});
    return mustBe(args[1] === 'submit' && submitted.kind === 'ok', JSON.stringify(submitted));
  }
  const { readSettings } = await import('../../../programs/grid-agent/src/settings.ts');
  const read = readSettings(args, {});
  mustBe(read.kind === 'ok', JSON.stringify(read));
}

/** Checks the options of a program with the program's own parser. */
async function checkOptions(program: string, args: readonly string[]): Promise<void> {
  switch (program) {
    case 'start':
    case 'dev':
    case 'demo': {
      const { readCommandLine } = await import('../../../programs/launcher/src/options.ts');
      const read = readCommandLine(program, args, {});
      return mustBe(read.kind !== 'fault', JSON.stringify(read));
    }
    case 'chaos':
      return void (await import('../../chaos/src/options.ts')).readOptions(args);
    case 'bench':
      return void (await import('../../bench/src/options.ts')).readOptions(args);
    case 'grid-agent':
      return await checkAgent(args);
    case 'gridctl':
      return await checkGridctl(args);
    case 'test':
      for (const pattern of args) {
        const found = spawnSync('git', ['ls-files', `*${pattern}*.test.ts`], { cwd: CHECKOUT }).stdout.toString();
        mustBe(found !== '', `no test is named ${pattern}`);
      }
      return;
    default:
      mustBe(WITHOUT_ARGUMENTS.has(program), `this test does not know ${program}`);
      return mustBe(args.length === 0, 'it takes no arguments');
  }
}

async function checkNpm(words: readonly string[]): Promise<void> {
  const [verb = '', ...rest] = words;
  const [script, ...args] = verb === 'run' ? rest : [verb, ...rest];
  const command = SCRIPTS[script ?? ''];
  if (command === undefined) throw new Error(`the script ${script} does not exist`);
  mustBe(args.length === 0 || args[0] === '--', 'npm keeps options before -- to itself');
  const [, program] = /^sh infra\/local\/(\S+)$/.exec(command) ?? [];
  if (program !== undefined) await checkOptions(program, args.slice(1));
}

/** Checks that a script in `infra` prints its usage and rejects unknown options. */
function checkScript(path: string, args: readonly string[]): void {
  accessSync(join(CHECKOUT, path), constants.X_OK);
  const { status, stdout } = spawnSync(join(CHECKOUT, path), ['--help'], { encoding: 'utf8' });
  mustBe(status === 0 && stdout.includes(`usage: ${path}`), `${path} --help does not show its usage`);
  for (const option of args.filter((word) => word.startsWith('-')))
    mustBe(stdout.includes(option), `${option} is unknown`);
  const takesFolder = /usage: \S+ [A-Z]/.test(stdout);
  const named = args.filter((word) => !word.startsWith('-') && !/^[>|<2]/.test(word));
  mustBe(args.length === 0 || takesFolder === named.length > 0, `${path} ${args.join(' ')}: ${stdout}`);
}

const OPERATIONS: readonly { readonly method: string; readonly path: string }[] = [
  ...Object.values(gridOperations),
  ...Object.values(literatureOperations),
];

function checkCurl(words: readonly string[]): void {
  const method = words[words.indexOf('-X') + 1 || words.length] ?? 'GET';
  const { pathname } = new URL(words.find((word) => word.startsWith('http')) ?? '');
  const isThere = OPERATIONS.some((one) => one.method.toUpperCase() === method && one.path === pathname);
  mustBe(isThere, `no operation answers ${method} ${pathname}`);
}

/** Commands of other programs, listed literally because there are few. */
const OF_OTHERS = [
  /^git pull$/,
  /^df -h$/,
  /^docker (?:inspect|system df|image prune)$/,
  /^openssl rand -hex 32$/,
  /^npx --yes pnpm@[\d.]+ audit --prod --audit-level high$/,
  /^npx addons-linter@[\d.]+ dist\/firefox$/,
  /^tar -[cx]zpf [\w.$(+% )-]+ -C \S+(?: \.state)?$/,
  /^export GRIDCTL_URL=\S+ GRIDCTL_TOKEN_FILE=\S+$/,
  /^sh -c$/,
  // The script of `curl -fsS URL/agent`.
  /^sh -s -- --url \S+(?: --(?:engine|join-key-file) \S+)*$/,
  /^pip install \.$/,
];

type Checker = (args: readonly string[]) => void | Promise<void>;

const CHECKERS: Readonly<Record<string, Checker>> = {
  docker: checkDocker,
  npm: checkNpm,
  gridctl: checkGridctl,
  'grid-agent': (args) => checkOptions('grid-agent', args),
  curl: checkCurl,
  sh: checkLocalScript,
  echo: checkSetting,
};

async function checkDocker([noun = '', ...args]: readonly string[]): Promise<void> {
  if (noun === 'compose') return await checkCompose(args);
  const [, name] = /^almagest_(.*)$/.exec(args[1] ?? '') ?? [];
  mustBe(noun === 'volume' && args[0] === 'rm' && name !== undefined, `this test does not know docker ${noun}`);
  mustBe((name ?? '') in COMPOSE.volumes, `there is no volume ${args[1]}`);
}

async function checkLocalScript([path = '', ...args]: readonly string[]): Promise<void> {
  const [, name] = /^infra\/local\/(.*)$/.exec(path) ?? [];
  mustBe(name !== undefined && existsSync(join(CHECKOUT, path)), `there is no ${path}`);
  await checkOptions(name ?? '', args);
}

function checkSetting([setting = '']: readonly string[]): void {
  const [, name] = /^([A-Z_]+)=\S+$/.exec(setting) ?? [];
  mustBe(read('.env.example').includes(`\n#${name}=`), `.env.example has no ${name}`);
}

async function check(text: string): Promise<void> {
  if (OF_OTHERS.some((known) => known.test(text))) return;
  const [program = '', ...args] = wordsOf(text.replace(/^cd \S+ && /, '').split(/ (?:\|\||\|) /, 1)[0] ?? '');
  if (program.startsWith('infra/')) return checkScript(program, args);
  const checker = CHECKERS[program];
  if (checker === undefined) throw new Error('this test does not know the program');
  await checker(args);
}

test('every command in a document is accepted by its program', async () => {
  const commands = documentedCommands();
  const places = new Map<string, Set<string>>();
  for (const { where, text } of commands) places.set(text, (places.get(text) ?? new Set()).add(where));
  // Each of these files must contain commands. Otherwise the test would also pass with a pattern that matches nothing.
  for (const from of [
    'README.md',
    'docs/operations.md',
    'packages/programs/gridctl/README.md',
    '.env.example',
    'alert AttemptsFailing',
  ])
    expect(commands.map(({ where }) => where)).toContain(from);
  const faults: string[] = [];
  for (const [text, where] of places)
    await check(text).catch((error: Error) => faults.push(`${[...where].join(', ')}: ${text}\n  ${error.message}`));
  expect(faults).toEqual([]);
});

test('alerts mark commands as code, so that they can be checked', () => {
  expect(looseMentions()).toEqual([]);
});

test.each([
  'gridctl points explain',
  'gridctl points list --stauts failed',
  'docker compose up -d --scale grid=2',
  'docker compose restart grid-apis',
  'docker compose --profile keep up -d',
  'docker compose run --rm gridctl nodes lst',
  'docker compose exec grid-api cat /run/secrets/almagest/admin-tokn',
  'npm run demonstrate',
  'npm run chaos -- --shrt',
  'sh infra/local/start --prot 1',
  'infra/backup/backup --fast',
  'infra/upgrade/rol',
  'curl http://127.0.0.1:8000/api/serch',
  'kubectl get pods',
])('finds the invalid command %s', async (text) => {
  await expect(check(text)).rejects.toThrow(/\S/);
});
