import { AXES, valueText } from './map-points.js';

/** @import { Axis, GridPointRow } from '@almagest/contracts/grid' */

/**
 * The values of each axis: those of the configuration, and those of points that were read.
 *
 * The API returns a configuration as text. Its six lists of numbers can be read without a parser. If they are written
 * in another form, or have been changed since the start, the values are taken from the points.
 */
export class AxisValues {
  /** @type {ReadonlyMap<Axis, Map<number, string>>} */
  #values = new Map(AXES.map(({ axis }) => [axis, new Map()]));

  /** @param {string} yaml */
  learnFrom(yaml) {
    const text = `${yaml}\n`.replaceAll(/#.*/g, '').replaceAll(/\n\s*\n/g, '\n');
    for (const [axis, known] of this.#values) {
      const flow = new RegExp(`\\b${axis}:\\s*\\[([^\\]]*)\\]`).exec(text);
      const block = new RegExp(`\\b${axis}:[ \\t]*\\n((?:[ \\t]*-[ \\t]+\\S+[ \\t]*\\n)+)`).exec(text);
      for (const value of (flow?.[1] ?? block?.[1] ?? '').split(/,|(?:^|\n)[ \t]*-\s/)) {
        const bare = value.trim().replaceAll(/^['"]|['"]$/g, '');
        if (bare !== '' && Number.isFinite(Number(bare))) known.set(Number(bare), bare);
      }
    }
  }

  /** @param {readonly GridPointRow[]} points */
  learn(points) {
    for (const [axis, known] of this.#values)
      for (const point of points) if (!known.has(point[axis])) known.set(point[axis], valueText(point, axis));
  }

  /**
   * @param {Axis} axis
   * @returns {readonly [number, string][]} ascending, each with its text
   */
  of(axis) {
    return [...(this.#values.get(axis) ?? [])].toSorted(([a], [b]) => a - b);
  }
}
