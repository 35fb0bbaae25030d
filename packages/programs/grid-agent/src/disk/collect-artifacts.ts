import { chmod, lstat, open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { showUnseen } from '@almagest/contracts';
import { ArtifactPath, LOG_KIND } from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';
import { describeFiles, LOG_FOLDER, MAX_FILES, type ArtifactFile, type NamedArtifact } from '../decisions/artifacts.ts';
import { reasonOf } from '../agent-error.ts';
import { STDERR_FILE, STDOUT_FILE } from '../engine/engine-processes.ts';
import { makeReadable } from './regular-file.ts';

export interface Collected {
  readonly artifacts: readonly ArtifactFile[];
  /** The files that are skipped, and why. */
  readonly warnings: readonly string[];
}

/** How much of an engine's output is kept: the last MiB. */
const LOG_BYTES = 2 ** 20;

const checkPath = compile(ArtifactPath);

/**
 * Returns the engine's output followed by the files it left in `out`. Only regular files count, because a link could
 * point anywhere on the node.
 */
export async function collectArtifacts(folder: string, named: readonly NamedArtifact[]): Promise<Collected> {
  const found: { path: string; file: string }[] = [];
  const warnings: string[] = [];
  await walk(join(folder, 'out'), '', { found, warnings });
  if (found.length > MAX_FILES)
    warnings.push(`out contains ${found.length} files. Only the first ${MAX_FILES} are uploaded`);
  const paths = new Set(found.map(({ path }) => path));
  const missing = named.filter(({ path }) => !paths.has(path));
  for (const { path } of missing) warnings.push(`result.json names out/${path}, which does not exist`);
  const logs = await Promise.all([STDOUT_FILE, STDERR_FILE].map((name) => logOf(join(folder, name), warnings)));
  const own = logs.filter((log) => log !== undefined);
  const taken = new Set(own.map(({ path }) => path));
  const files = found.filter(({ path }) => {
    if (taken.has(path)) warnings.push(`out/${path} uses the name of the engine's output`);
    return !taken.has(path);
  });
  return { artifacts: [...own, ...describeFiles(files.slice(0, MAX_FILES), named)], warnings };
}

interface Walked {
  readonly found: { path: string; file: string }[];
  readonly warnings: string[];
}

async function walk(folder: string, prefix: string, to: Walked): Promise<void> {
  const info = await lstat(folder).catch(() => undefined);
  if (info === undefined) return;
  if (!info.isDirectory()) {
    to.warnings.push(`${shown(prefix)} is not a folder`);
    return;
  }
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) to.warnings.push(`${shown(prefix)} cannot be read`);
  // Sorted, so that every attempt uploads the same files.
  for (const name of names?.sort() ?? []) {
    const [path, file] = [`${prefix}${name}`, join(folder, name)];
    const checked = checkPath(path);
    const entry = await lstat(file).catch(() => undefined);
    if (entry?.isDirectory() === true) await walk(file, `${path}/`, to);
    else if (entry?.isFile() !== true) to.warnings.push(`${shown(path)} is not a regular file`);
    else if (!checked.ok) to.warnings.push(`${shown(path)} is not a valid artifact path: it ${checked.fault}`);
    else if (await makeReadable(file)) to.found.push({ path, file });
    else to.warnings.push(`${shown(path)} cannot be read`);
  }
}

/**
 * Quotes a file name for a message. Names may contain anything, including characters that reverse the text after them.
 */
function shown(path: string): string {
  return showUnseen(JSON.stringify(`out/${path}`.slice(0, 300)));
}

/** Shortens the engine's output to its last part and returns it. Returns undefined without output. */
async function logOf(file: string, warnings: string[]): Promise<ArtifactFile | undefined> {
  const info = await lstat(file).catch(() => undefined);
  if (info?.isFile() !== true || info.size === 0) return undefined;
  try {
    // The engine may have made the file read-only.
    await chmod(file, 0o600);
    if (info.size > LOG_BYTES) await keepEnd(file, info.size);
  } catch (error) {
    warnings.push(`${basename(file)} cannot be read: ${reasonOf(error)}`);
    return undefined;
  }
  return { path: `${LOG_FOLDER}/${basename(file)}`, kind: LOG_KIND, product: null, file };
}

/** Keeps the last `LOG_BYTES` of a file, starting at a line. */
async function keepEnd(file: string, size: number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(LOG_BYTES), position: size - LOG_BYTES });
    const end = buffer.subarray(0, bytesRead);
    const from = end.indexOf('\n') + 1;
    const kept = end.subarray(from);
    await handle.write(kept, 0, kept.length, 0);
    await handle.truncate(kept.length);
  } finally {
    await handle.close();
  }
}
