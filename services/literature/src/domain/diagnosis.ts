/** Why a full text is not available: a cause found automatically, or `no_resource` when a user said so. */
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

/** The form in which it is stored instead of a file's location: `error:timeout: no answer within 60 s`. */
export function errorLocation({ cause, detail }: Diagnosis): string {
  return `${PREFIX}${cause}${detail === undefined ? '' : `: ${detail}`}`;
}

/** The public error text of a location: the text after `error:`; undefined for a file or none. */
export function errorOf(location: string | null): string | undefined {
  return location?.startsWith(PREFIX) === true ? location.slice(PREFIX.length) : undefined;
}

export function isMarkedNoResource(locations: readonly (string | null)[]): boolean {
  return locations.every((location) => errorOf(location) === 'no_resource');
}
