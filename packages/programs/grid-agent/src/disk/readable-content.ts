import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { reasonOf } from '../agent-error.ts';

/** The content of a file as declared to the coordinator. */
export interface FileContent {
  readonly sha256: string;
  readonly size_bytes: number;
}

export async function contentOf(file: string): Promise<FileContent> {
  const digest = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(file)) {
    digest.update(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  return { sha256: digest.digest('hex'), size_bytes: size };
}

/** Temporary errors: too many open files, or too little memory. */
const TEMPORARY: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR'];

/** Returns why the file cannot have its expected content, judged by its type and size alone. */
export async function faultOfSize(file: string, { size_bytes: size }: FileContent): Promise<string | undefined> {
  return await faultOf(async () => {
    const found = await stat(file);
    if (!found.isFile()) return 'it is no longer a file';
    return found.size === size ? undefined : `it has ${found.size} bytes instead of ${size}`;
  });
}

/** Returns why the file does not have its expected content. Reads the whole file if its size is right. */
export async function faultOfContent(file: string, expected: FileContent): Promise<string | undefined> {
  const fault = await faultOfSize(file, expected);
  if (fault !== undefined) return fault;
  return await faultOf(async () => {
    const { sha256 } = await contentOf(file);
    return sha256 === expected.sha256 ? undefined : 'its content has changed';
  });
}

/** Returns the fault that `look` finds, or the reason why `look` fails. Throws temporary errors. */
export async function faultOf(look: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await look();
  } catch (error) {
    if (TEMPORARY.includes((error as NodeJS.ErrnoException).code)) throw error;
    return reasonOf(error);
  }
}
