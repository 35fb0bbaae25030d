/** Why a full text could not be had, found automatically; and `no_resource`, when a user said so. */
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

/** As it stands in the place of a file's location: `error:timeout: no answer within 60 s`. */
export function errorLocation({ cause, detail }: Diagnosis): string {
  return `${PREFIX}${cause}${detail === undefined ? '' : `: ${detail}`}`;
}

/** What the record of a paper tells of a location: the text after `error:`; undefined for a file or none. */
export function errorOf(location: string | null): string | undefined {
  return location?.startsWith(PREFIX) === true ? location.slice(PREFIX.length) : undefined;
}

export function isMarkedNoResource(locations: readonly (string | null)[]): boolean {
  return locations.every((location) => errorOf(location) === 'no_resource');
}
