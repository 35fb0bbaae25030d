/** The server cannot run, for a reason that its message explains in one line. */
export class PostgresFailure extends Error {
  override readonly name = 'PostgresFailure';
  /** Another server on the same files is just starting or ending: worth another try at once. */
  readonly momentary: boolean;

  constructor(message: string, { momentary = false } = {}) {
    super(message);
    this.momentary = momentary;
  }
}

/** Messages of PostgreSQL (always in English: its LC_ALL is C), and what they mean for the user. */
const KNOWN: readonly { sign: RegExp; meaning: (place: string) => string; momentary?: true }[] = [
  { sign: /No space left on device/, meaning: (place) => `the disk that holds ${place} is full` },
  {
    // The second: backends of a killed postmaster take some milliseconds to notice and leave. The third: a server
    // that ends just now took the directory of the socket with it.
    sign: /lock file "[^"]*" (already exists|is empty)|pre-existing shared memory block|could not create lock file "[^"]*": No such/,
    meaning: (place) => `another server still uses ${place}`,
    momentary: true,
  },
  { sign: /Address already in use/, meaning: () => 'the port is taken by another program' },
  {
    sign: /Permission denied/,
    meaning: (place) => `the account that PostgreSQL runs as may not reach its programs or ${place}`,
  },
  {
    sign: /error while loading shared libraries/,
    meaning: () => 'its libraries are not complete; was the package installed without its install script?',
  },
];

/** The relevant line of what initdb or the server wrote to stderr. */
export function explainFailure(what: string, place: string, stderr: string): PostgresFailure {
  const known = KNOWN.find(({ sign }) => sign.test(stderr));
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it wrote nothing';
  const reason = known ? `${known.meaning(place)} (${telling.trim()})` : telling.trim();
  return new PostgresFailure(`${what}: ${reason}`, { momentary: known?.momentary === true });
}
