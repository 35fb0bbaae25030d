import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Rgb = readonly [number, number, number];

const STYLES = readFileSync(join(import.meta.dirname, '../console/src/views/map/map.css'), 'utf8');

/** Returns the colours of a custom property in light and dark, in 0 to 1. */
function colourOf(name: string): readonly [light: Rgb, dark: Rgb] {
  const value = new RegExp(String.raw`^\s*${name}: (.*);$`, 'm').exec(STYLES)?.[1] ?? '';
  const [light = '', dark = ''] = value.match(/#[\da-f]{6}/g) ?? [];
  const parts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [parts(light), parts(dark)] as unknown as readonly [Rgb, Rgb];
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const times = (matrix: readonly Rgb[], [r, g, b]: Rgb): Rgb =>
  matrix.map(([x, y, z]) => x * r + y * g + z * b) as unknown as Rgb;

/**
 * Matrices for colour vision without one kind of cone, in linear RGB: Machado, Oliveira & Fernandes (2009), severity 1.
 */
const SIGHTS: Readonly<Record<string, readonly Rgb[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Returns a colour in OKLab (Ottosson 2020), in which distances are about as large as they look. */
function oklab(rgb: Rgb): Rgb {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map((part) => Math.cbrt(Math.max(0, part))) as unknown as Rgb;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

function distance(a: Rgb, b: Rgb, sight: readonly Rgb[]): number {
  const [one, other] = [a, b].map((colour) => oklab(times(sight, colour.map(linear) as unknown as Rgb)));
  return Math.hypot(...[0, 1, 2].map((part) => (one?.[part] ?? 0) - (other?.[part] ?? 0)));
}

/** About five times the smallest difference that people notice. */
const LEAST_DISTANCE = 0.1;
const OUTCOMES = ['cold_run', 'seed_step', 'continue', 'imported', 'running', 'queued', 'pending', 'failed'].map(
  (outcome) => `--map-${outcome}`,
);

test.each(Object.entries(SIGHTS))('all outcomes have different colours with %s', (_sight, matrix) => {
  const alike = OUTCOMES.flatMap((a, index) =>
    OUTCOMES.slice(index + 1).flatMap((b) =>
      ([0, 1] as const).flatMap((scheme) => {
        const found = distance(colourOf(a)[scheme], colourOf(b)[scheme], matrix);
        return found < LEAST_DISTANCE ? [`${scheme === 0 ? 'light' : 'dark'} ${a} ${b}: ${found.toFixed(3)}`] : [];
      }),
    ),
  );
  expect(alike).toEqual([]);
});
