import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileFailure } from './errors.ts';
import type { Io } from './io.ts';

/** Reads a configuration file. `-` means stdin. */
export async function readConfig(file: string, { stdin }: Io): Promise<string> {
  try {
    return file === '-' ? await text(stdin) : await readFile(file, 'utf8');
  } catch (error) {
    throw fileFailure('read', file, error);
  }
}
