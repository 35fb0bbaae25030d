import { expect, test } from '@jest/globals';
import { AXES, type Axis } from '@almagest/contracts/grid';
import fc from 'fast-check';
import { interpolationError, isMoreAccurate, type AxisCheck } from './interpolation-error.ts';

const axes = fc.subarray([...AXES], { minLength: 1 });
const size = fc.double({ min: 0, max: 10, noNaN: true });
const check = (axis: Axis): AxisCheck => ({ axis, of: 'p', from: [] });

test('axes without a prediction are named, and only the others count for the estimate', () => {
  const residuals = fc.array(fc.option(size), { maxLength: 5 });
  fc.assert(
    fc.property(axes, fc.tuple(...AXES.map(() => residuals)), (interpolated, found) => {
      const ofAxis = (axis: Axis) => found[AXES.indexOf(axis)] ?? [];
      const checks = interpolated.flatMap((axis) => ofAxis(axis).map(() => check(axis)));
      const error = interpolationError(interpolated, checks, interpolated.flatMap(ofAxis));
      const judged = interpolated.filter((axis) => ofAxis(axis).some((residual) => residual !== null));
      const rest = interpolated.filter((axis) => !judged.includes(axis));
      // Absent if the error of every axis could be estimated.
      expect(error.not_judged).toEqual(rest.length === 0 ? undefined : rest);
      expect(error.by_axis.filter(({ points }) => points === 0).map(({ axis }) => axis)).toEqual(rest);
      const medians = error.by_axis.flatMap(({ median }) => median ?? []);
      expect(medians).toHaveLength(judged.length);
      expect(error.estimate).toBe(judged.length === 0 ? null : Math.hypot(...medians));
    }),
  );
});

test('an interpolation is more accurate only with a smaller error along at least as many axes', () => {
  const judged = fc.record({ estimate: fc.option(size), not_judged: fc.option(axes, { nil: undefined }) });
  fc.assert(
    fc.property(judged, judged, (one, other) => {
      const of = ({ estimate, not_judged: left }: typeof one) => ({
        estimate,
        ...(left === undefined ? {} : { not_judged: left }),
      });
      const is = isMoreAccurate(of(one), of(other));
      expect(is && isMoreAccurate(of(other), of(one))).toBe(false);
      if (is) {
        expect(one.estimate).toBeLessThan(other.estimate ?? NaN);
        expect(one.not_judged?.length ?? 0).toBeLessThanOrEqual(other.not_judged?.length ?? 0);
      }
      if (one.estimate === null || other.estimate === null) expect(is).toBe(false);
      else if (one.not_judged === undefined) expect(is).toBe(one.estimate < other.estimate);
    }),
  );
});
