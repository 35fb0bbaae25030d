import { existsSync } from 'node:fs';

const PLACES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`,
);

/** Debian's libfaketime, which shows a program another clock. Where it is missing, tests that need it are skipped, and say so. */
export const FAKETIME_LIBRARY = PLACES.find((path) => existsSync(path));

/** Continuous integration skips nothing unless it says by WITHOUT_FAKETIME that it knows. */
const IS_DUE = process.env['CI'] !== undefined && process.env['WITHOUT_FAKETIME'] === undefined;

if (FAKETIME_LIBRARY === undefined && IS_DUE)
  throw new Error('no libfaketime: install the package libfaketime, or set WITHOUT_FAKETIME=1 to skip its tests');

/** For the name of a group of tests, so that nobody takes what was skipped for tested. */
export const WITH_ANOTHER_CLOCK =
  FAKETIME_LIBRARY === undefined ? 'another clock (SKIPPED: libfaketime is not installed)' : 'another clock';

/**
 * The environment of a program whose clock is ahead by the offset in the file (`+2h`; `+0` for none), which is read
 * again regularly. Timers use the monotonic clock, which is not changed.
 */
export function clockFrom(file: string): Record<string, string> {
  if (FAKETIME_LIBRARY === undefined) throw new Error('libfaketime is not installed');
  return {
    LD_PRELOAD: FAKETIME_LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}
