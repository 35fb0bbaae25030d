import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@jest/globals';

const folder = join(import.meta.dirname, '../../../../../shared/data');

type RecordedTest = (name: string, run: () => void | Promise<void>) => void;

/** A test over recorded answers of the real services. They are no part of the project: without them it is left out. */
export const testRecorded: RecordedTest = existsSync(folder) ? test : test.skip;

export const readRecorded = (path: string): string => readFileSync(join(folder, path), 'utf8');
