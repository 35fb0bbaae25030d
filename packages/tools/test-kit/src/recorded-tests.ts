import { describe, test } from '@jest/globals';
import { HAS_RECORDED_DATA, RECORDED_DATA_IS_DUE } from './recorded-data.ts';

const isRun = HAS_RECORDED_DATA || RECORDED_DATA_IS_DUE;

/** Defines a test that needs recorded data. Without the data the test is skipped, or fails if the data is required. */
export const testRecorded = (isRun ? test : test.skip) as typeof test;
export const describeRecorded = (isRun ? describe : describe.skip) as typeof describe;
