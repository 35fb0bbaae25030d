import Type, { type TSchema } from 'typebox';

/**
 * The name that a model uses for a paper. The pattern requires a letter or digit first and forbids consecutive slashes.
 * The permission question therefore never shows web addresses or file paths. The tool then looks up the name among the
 * known papers.
 */
export const PaperCode = Type.String({
  minLength: 1,
  maxLength: 512,
  pattern: String.raw`^[0-9A-Za-z][^/\u0000]*(/[^/\u0000]+)*$`,
  description:
    'A paper by its code, DOI or preprint identifier: 2013A&A...552A.143S, 10.1051/0004-6361/201220743, 1302.6362. Never an address.',
});

export const PageOffset = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Entries to skip. Default: 0.' }),
);

export function pageLimit(maximum: number, usual: number) {
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum,
      description: `Maximum number of entries. Default: ${usual}. At most ${maximum}.`,
    }),
  );
}

/** Adds a description for the model to a schema of the API contract. */
export function described<S extends TSchema>(schema: S, description: string): S {
  return { ...schema, description };
}
