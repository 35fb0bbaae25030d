import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmodSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const CHECKOUT = join(import.meta.dirname, '../../../..');
const AGENT = join(import.meta.dirname, '..');
const PLATFORMS = ['linux-x64', 'linux-arm64'];

interface Manifest {
  readonly version: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Bundles the agent into one file and returns the folders of the packages that are in it. */
async function bundleAgent(file: string): Promise<string[]> {
  const build = await rolldown({
    input: join(AGENT, 'src/main.ts'),
    platform: 'node',
    resolve: { conditionNames: ['@almagest/source', 'node', 'module-sync', 'default'] },
  });
  const { output } = await build.write({ file, format: 'esm', codeSplitting: false });
  const folders = output[0].moduleIds.flatMap(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.slice(0, 1) ?? [],
  );
  return [...new Set(folders)];
}

function copyLicences(folders: readonly string[], into: string): void {
  mkdirSync(into, { recursive: true });
  for (const folder of folders) {
    const licence = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    if (licence === undefined) throw new Error(`${folder} has no licence file to add to the archive`);
    copyFileSync(join(folder, licence), join(into, folder.replace(/^.*\/node_modules\//, '').replaceAll('/', '-')));
  }
}

/** Returns the folder of Node's package for a platform. Downloads the package if it is not installed. */
function nodeFor(platform: string, scratch: string): string {
  const name = `node-${platform}`;
  const installed = join(CHECKOUT, 'node_modules', name);
  if (existsSync(join(installed, 'bin/node'))) return installed;
  const wanted = `${name}@${readManifest(CHECKOUT).optionalDependencies[name]}`;
  const folder = join(scratch, name);
  mkdirSync(folder);
  execFileSync('npm', ['pack', '--silent', wanted, '--pack-destination', folder], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [packed = ''] = readdirSync(folder);
  const lock = readFileSync(join(CHECKOUT, 'pnpm-lock.yaml'), 'utf8');
  const integrity = lock.split(`${wanted}:\n`)[1]?.match(/integrity: (sha512-[\w+/=]+)/)?.[1];
  const found = createHash('sha512')
    .update(readFileSync(join(folder, packed)))
    .digest('base64');
  if (integrity !== `sha512-${found}`) throw new Error(`${wanted} does not have the hash in pnpm-lock.yaml`);
  execFileSync('tar', ['-xzf', packed], { cwd: folder });
  return join(folder, 'package');
}

/**
 * Packs a folder so that the same content always gives the same bytes. All replicas of a coordinator must serve the
 * same archive.
 */
function pack(folder: string, name: string, file: string): void {
  const compress = process.env['QUICK_BUILD'] ? 'gzip -n -1' : 'gzip -n -9';
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--sort=name', '--mode=u+rwX,go+rX,go-w'];
  execFileSync('tar', ['-c', ...owner, `--use-compress-program=${compress}`, '-f', file, '-C', folder, name]);
}

/**
 * Writes an archive for each platform, its SHA-256, and the script that installs them. The names in the checksum files
 * contain the version.
 */
async function buildArchives(target: string, platforms: readonly string[]): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'almagest-agent-'));
  try {
    const { version } = readManifest(AGENT);
    const fresh = join(scratch, 'archives');
    const program = join(scratch, 'grid-agent');
    for (const folder of [fresh, join(program, 'bin'), join(program, 'lib')]) mkdirSync(folder, { recursive: true });
    const bundled = await bundleAgent(join(program, 'lib/main.mjs'));
    writeFileSync(
      join(program, 'package.json'),
      `${JSON.stringify({ name: 'grid-agent', version, type: 'module' })}\n`,
    );
    copyFileSync(join(CHECKOUT, 'LICENSE'), join(program, 'LICENSE'));
    for (const platform of platforms) {
      const node = nodeFor(platform, scratch);
      copyFileSync(join(node, 'bin/node'), join(program, 'bin/node'));
      chmodSync(join(program, 'bin/node'), 0o755);
      copyLicences(bundled, join(program, 'licences'));
      copyFileSync(join(node, 'LICENSE'), join(program, 'licences/node'));
      const archive = join(fresh, `${platform}.tar.gz`);
      pack(scratch, 'grid-agent', archive);
      const hash = createHash('sha256').update(readFileSync(archive)).digest('hex');
      writeFileSync(`${archive}.sha256`, `${hash}  grid-agent-${version}-${platform}.tar.gz\n`);
      process.stdout.write(`${platform}.tar.gz: ${(statSync(archive).size / 1e6).toFixed(1)} MB, SHA-256 ${hash}\n`);
    }
    copyFileSync(join(AGENT, 'install.sh'), join(fresh, 'install.sh'));
    place(fresh, target);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Replaces the target folder. A running coordinator finds either the old or the new files. */
function place(fresh: string, target: string): void {
  const next = `${target}.new`;
  mkdirSync(dirname(target), { recursive: true });
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next);
  for (const name of readdirSync(fresh)) copyFileSync(join(fresh, name), join(next, name));
  rmSync(target, { recursive: true, force: true });
  renameSync(next, target);
}

const [target, ...named] = process.argv.slice(2);
const unknown = named.filter((platform) => !PLATFORMS.includes(platform));
if (target === undefined || unknown.length > 0) throw new Error(`usage: archives FOLDER [${PLATFORMS.join('] [')}]`);
await buildArchives(resolve(target), named.length > 0 ? named : PLATFORMS);
