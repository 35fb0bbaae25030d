import Type from 'typebox';

/** The argument for the number of entries of a page. */
export function pageLimit(maximum: number, usual: number) {
  return Type.Optional(
    Type.Integer({ minimum: 1, maximum, description: `Entries per page. Default: ${usual}. At most ${maximum}.` }),
  );
}
