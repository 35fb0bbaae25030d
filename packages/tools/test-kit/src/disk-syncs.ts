import fs, { readdirSync, readlinkSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';

/** Each sync takes this long, so that an answer that does not wait for the sync is sent first. */
const SLOW_DISK_MS = 100;

/** The size of each file on disk and the entries of each folder, with their identities. */
const onDisk = new Map<string, string>();

/**
 * Records what this process syncs to the disk during the tests of a file. Returns a function that lists which parts of
 * a file a power cut would lose: its content, or its name in its folder. Call it before `useWorld`.
 */
export function useDiskSyncs(): (path: string) => string[] {
  let restore = () => {};
  beforeAll(async () => {
    restore = await recordSyncs();
  });
  afterAll(() => restore());
  return lostInPowerCut;
}

function lostInPowerCut(path: string): string[] {
  const lost: string[] = [];
  if (onDisk.get(identityOf(path)) !== stateOf(path)) lost.push(`content of ${path}`);
  const entries = onDisk.get(identityOf(dirname(path)))?.split('\n') ?? [];
  if (!entries.includes(entryOf(path, path.slice(dirname(path).length + 1)))) lost.push(`name of ${path}`);
  return lost;
}

function identityOf(path: string): string {
  const { dev, ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${dev} ${ino} ${birthtimeNs}`;
}

function stateOf(path: string): string {
  if (!statSync(path).isDirectory()) return `${statSync(path).size} bytes`;
  return readdirSync(path)
    .map((name) => entryOf(join(path, name), name))
    .join('\n');
}

/** Returns a line about an entry of a folder. Marks a file whose content is not on disk yet. */
function entryOf(path: string, name: string): string {
  try {
    const identity = identityOf(path);
    const isEmpty = statSync(path).isFile() && !onDisk.has(identity);
    return `${name} is ${identity}${isEmpty ? ' without content' : ''}`;
  } catch {
    return `${name} is gone`;
  }
}

/** Returns a function to call when the sync has ended. */
function begin(descriptor: number): () => void {
  const path = readlinkSync(`/proc/self/fd/${descriptor}`);
  const [identity, state] = [identityOf(path), stateOf(path)];
  return () => onDisk.set(identity, state);
}

async function recordSyncs(): Promise<() => void> {
  const { fsync } = fs;
  fs.fsync = ((descriptor: number, done: fs.NoParamCallback) => {
    const end = begin(descriptor);
    fsync(descriptor, (error) => {
      setTimeout(() => {
        if (error === null) end();
        done(error);
      }, SLOW_DISK_MS);
    });
  }) as typeof fs.fsync;
  syncBuiltinESMExports();
  const file = await open(import.meta.filename);
  await file.close();
  const prototype = Object.getPrototypeOf(file) as typeof file;
  // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
  const { sync } = prototype;
  prototype.sync = async function (this: typeof file) {
    const end = begin(this.fd);
    await sync.call(this);
    await new Promise((resolve) => setTimeout(resolve, SLOW_DISK_MS));
    end();
  };
  return () => {
    fs.fsync = fsync;
    syncBuiltinESMExports();
    prototype.sync = sync;
  };
}
