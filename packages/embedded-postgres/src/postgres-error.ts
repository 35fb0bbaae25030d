/** The server cannot run, for a reason that its message explains in one line. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
  /** True if another server on the same files is starting or ending, so that a retry may succeed at once. */
  readonly momentary: boolean;

  constructor(message: string, { momentary = false } = {}) {
    super(message);
    this.momentary = momentary;
  }
}

/** Messages of PostgreSQL and their meaning for the user. They are always in English because LC_ALL is C. */
const KNOWN: readonly { sign: RegExp; meaning: (place: string) => string; momentary?: true }[] = [
  { sign: /No space left on device/, meaning: (place) => `the disk that holds ${place} is full` },
  {
    // The second alternative: backends of a killed postmaster take some milliseconds to leave. The third: a server that
    // just ended removed the directory of the socket.
    sign: /lock file "[^"]*" (already exists|is empty)|pre-existing shared memory block|could not create lock file "[^"]*": No such/,
    meaning: (place) => `another server still uses ${place}`,
    momentary: true,
  },
  { sign: /Address already in use/, meaning: () => 'another program uses the port' },
  {
    sign: /Permission denied/,
    meaning: (place) => `PostgreSQL's account cannot access its programs or ${place}`,
  },
  {
    sign: /error while loading shared libraries/,
    meaning: () => 'its libraries are incomplete. Reinstall the package with its install script',
  },
];

/** Explains a failure by the relevant line of the stderr of initdb or the server. */
export function explainFailure(what: string, place: string, stderr: string): PostgresError {
  const known = KNOWN.find(({ sign }) => sign.test(stderr));
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it wrote nothing';
  const reason = known ? `${known.meaning(place)} (${telling.trim()})` : telling.trim();
  return new PostgresError(`${what}: ${reason}`, { momentary: known?.momentary === true });
}
