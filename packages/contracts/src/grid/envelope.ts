import Type, { type TSchema } from 'typebox';

/** The envelope of replies to the console: `success`, a message for users, and the data or null. */
export function envelope<S extends TSchema>(data: S) {
  return Type.Object({ success: Type.Boolean(), message: Type.String(), data });
}

export const EmptyEnvelope = envelope(Type.Null());
