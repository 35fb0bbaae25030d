import { existsSync } from 'node:fs';

const PLACES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`,
);

/**
 * Debian's libfaketime, which gives a program a different clock. Without it, the tests that need it are skipped, and
 * their names show that.
 */
export const FAKETIME_LIBRARY = PLACES.find((path) => existsSync(path));

/** Whether libfaketime is required: in continuous integration, unless WITHOUT_FAKETIME is set. */
const IS_DUE = process.env['CI'] !== undefined && process.env['WITHOUT_FAKETIME'] === undefined;

if (FAKETIME_LIBRARY === undefined && IS_DUE)
  throw new Error('no libfaketime: install the package libfaketime, or set WITHOUT_FAKETIME=1 to skip its tests');

/** Names a group of tests, so that the report shows when they are skipped. */
export const WITH_ANOTHER_CLOCK =
  FAKETIME_LIBRARY === undefined ? 'a different clock (SKIPPED: libfaketime is not installed)' : 'a different clock';

/**
 * Returns the environment of a program whose clock is ahead by the offset in the file (`+2h`, or `+0` for none). The
 * program reads the file again regularly. Timers use the monotonic clock, which is not changed.
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
