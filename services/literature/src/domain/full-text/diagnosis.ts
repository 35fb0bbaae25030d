/** The reason why a full text is not available. Users set `no_resource`, and the service finds the other causes. */
export type Cause =
  | 'timeout'
  | 'anti_bot'
  | 'not_found'
  | 'forbidden'
  | 'rate_limited'
  | 'too_large'
  | 'invalid_format'
  | 'network'
  | 'no_resource';

export interface Diagnosis {
  readonly cause: Cause;
  readonly detail?: string;
}

const PREFIX = 'error:';

/** Formats a diagnosis, which is stored in place of a file's location: `error:timeout: no answer within 60 s`. */
export function errorLocation({ cause, detail }: Diagnosis): string {
  return `${PREFIX}${cause}${detail === undefined ? '' : `: ${detail}`}`;
}

/**
 * Returns the public error text of a location, which follows `error:`. Returns undefined for null or for the location
 * of a file.
 */
export function errorOf(location: string | null): string | undefined {
  return location?.startsWith(PREFIX) === true ? location.slice(PREFIX.length) : undefined;
}

export function isMarkedNoResource(locations: readonly (string | null)[]): boolean {
  return locations.every((location) => errorOf(location) === 'no_resource');
}
