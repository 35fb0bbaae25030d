import Type, { type TSchema } from 'typebox';

/**
 * A paper as a model names it. Letters or digits come first and no two slashes follow each other, so no address and no
 * path gets as far as the question whether the call is allowed; what passes is looked up among the known papers.
 */
export const PaperCode = Type.String({
  minLength: 1,
  maxLength: 512,
  pattern: String.raw`^[0-9A-Za-z][^/\u0000]*(/[^/\u0000]+)*$`,
  description:
    'A paper by its code, DOI or preprint identifier: 2013A&A...552A.143S, 10.1051/0004-6361/201220743, 1302.6362. Never an address.',
});

export const PageOffset = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Entries to pass over; 0 if not said.' }),
);

export function pageLimit(maximum: number, usual: number) {
  return Type.Optional(
    Type.Integer({ minimum: 1, maximum, description: `Entries at most; ${usual} if not said, ${maximum} at most.` }),
  );
}

/** A schema of the contract with a description for the model. */
export function described<S extends TSchema>(schema: S, description: string): S {
  return { ...schema, description };
}
