import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { reasonOf } from '../failure.ts';

/** The content of a file, as an artifact is declared. */
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

/** What can end by itself: too many open files, or too little memory. */
const TEMPORARY: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR'];

/** What became of a file, as far as its size tells. */
export async function faultOfSize(file: string, { size_bytes: size }: FileContent): Promise<string | undefined> {
  return await faultOf(async () => {
    const found = await stat(file);
    if (!found.isFile()) return 'it is no file any more';
    return found.size === size ? undefined : `it has ${found.size} bytes instead of ${size}`;
  });
}

/** Why a file does not have its content any more, or cannot be read. All of it is read, if its size is right. */
export async function faultOfContent(file: string, expected: FileContent): Promise<string | undefined> {
  const fault = await faultOfSize(file, expected);
  if (fault !== undefined) return fault;
  return await faultOf(async () => {
    const { sha256 } = await contentOf(file);
    return sha256 === expected.sha256 ? undefined : 'its content has changed';
  });
}

/** What `look` finds, or why it fails. What can end by itself is thrown. */
export async function faultOf(look: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await look();
  } catch (error) {
    if (TEMPORARY.includes((error as NodeJS.ErrnoException).code)) throw error;
    return reasonOf(error);
  }
}
