import { describe, test } from '@jest/globals';
import { HAS_RECORDED_DATA, RECORDED_DATA_IS_DUE } from './recorded-data.ts';

const isRun = HAS_RECORDED_DATA || RECORDED_DATA_IS_DUE;

/** A test that needs recorded data: skipped without it, except where it is due; there it fails. */
export const testRecorded = (isRun ? test : test.skip) as typeof test;
export const describeRecorded = (isRun ? describe : describe.skip) as typeof describe;
