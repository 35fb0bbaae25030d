import { Refusal } from '@almagest/service-kit/refusal';
import Type from 'typebox';

/** The argument of tools whose results come in pages. */
export const Cursor = Type.Optional(
  Type.String({ minLength: 1, maxLength: 2_000, description: '`next_cursor` of the previous page.' }),
);

/** The end of a page. Null on the last page. */
export const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'The `cursor` of the next page. Null on the last page.',
});

export function pageLimit(maximum: number, usual: number) {
  return Type.Optional(
    Type.Integer({ minimum: 1, maximum, description: `Entries per page. Default: ${usual}. At most ${maximum}.` }),
  );
}

const PREFIX = 'from:';

/** Returns the position that a cursor of `cursorAt` contains, or 0 without a cursor. */
export function positionOf(cursor: string | undefined, max = 1_000_000): number {
  if (cursor === undefined) return 0;
  const [, digits] = /^from:(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (digits === undefined || Number(digits) > max)
    throw new Refusal('malformed', 'cursor: this is not a next_cursor of this tool. Start without a cursor');
  return Number(digits);
}

export function cursorAt(position: number): string {
  return Buffer.from(`${PREFIX}${position}`, 'latin1').toString('base64url');
}
