import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inPlace } from './steady-rows.ts';

interface Row {
  readonly id: string;
  readonly status: string;
}

const idOf = ({ id }: Row) => id;
const visits = fc.array(
  fc.uniqueArray(fc.record({ id: fc.stringMatching(/^[a-z]{1,2}$/), status: fc.constantFrom('a', 'b') }), {
    selector: idOf,
  }),
  { minLength: 1, maxLength: 6 },
);

test('held rows keep their places, and hidden rows are listed', () => {
  fc.assert(
    fc.property(visits, ([first = [], ...later]) => {
      let shown: readonly Row[] = first;
      for (const current of later) {
        const { rows, further } = inPlace(shown, current, idOf);
        expect(rows.map(({ row }) => row.id)).toEqual(first.map(idOf));
        for (const { row, isGone } of rows) {
          const now = current.find(({ id }) => id === row.id);
          expect([isGone, row]).toEqual([now === undefined, now ?? shown.find(({ id }) => id === row.id)]);
        }
        expect(further).toEqual(current.filter(({ id }) => !first.some((row) => row.id === id)));
        shown = rows.map(({ row }) => row);
      }
    }),
  );
});
