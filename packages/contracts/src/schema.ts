import Type, { type TObject, type TProperties, type TSchema } from 'typebox';

/** A value or an explicit null. In JSON a field without a value is null, never absent. */
export function Nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

/** Text for the database, without NUL, which PostgreSQL cannot store. */
export function StoredText(maxLength: number) {
  return Type.String({ maxLength, pattern: String.raw`^[^\u0000]*$` });
}

/**
 * Well-formed text that is neither empty nor blank. The pattern matches leading blanks first, so that it reads each
 * character once.
 */
export function WordedText(maxLength: number) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: String.raw`^\s*[^\s\u0000\ud800-\udfff][^\u0000\ud800-\udfff]*$`,
  });
}

/**
 * An object that rejects unknown keys, so that a misspelt field fails instead of being ignored. For requests, jobs and
 * configuration.
 */
export function closedObject<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

/** RFC 5321, 4.5.3.1.3, without the brackets. */
export const LONGEST_MAIL_ADDRESS = 254;

/** Plain addresses only (RFC 5321, 4.1.2). Quoted names could smuggle in further recipients. */
export const MAIL_ADDRESS = "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)*$";

export const MailAddress = Type.String({ maxLength: LONGEST_MAIL_ADDRESS, pattern: MAIL_ADDRESS });

/** RFC 3339 in UTC, as `2026-01-31T12:00:00.000Z`. Workflow and node metadata use it. */
export const Timestamp = Type.String({ format: 'date-time' });

/** `YYYY-MM-DD HH:MM:SS` in UTC. Grid points and progress series use it. */
export const PlainTime = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' });

/** The largest text of a form, such as a report with its record, with the boundaries and headers of all its parts. */
export const MAX_FORM_TEXT_BYTES = 1024 * 1024;
