// Exports the rules that benchmarks measure.
export * from './domain/models/interpolation.ts';
export * from './domain/models/interpolation-error.ts';
export * from './domain/models/outliers.ts';
export * from './domain/models/structure-blend.ts';
export * from './domain/models/structure-residual.ts';
export * from './domain/models/structure-text.ts';
export * from './domain/points/difficulty.ts';
export * from './domain/points/lattice.ts';
export * from './domain/points/point-lines.ts';
export * from './domain/seeds/interpolated-seed.ts';
export * from './domain/seeds/seed-choice.ts';
export * from './domain/seeds/seed-direction.ts';
export * from './domain/seeds/seed-distance.ts';
export * from './domain/seeds/seed-learning.ts';
export * from './domain/tasks/fair-share.ts';
export * from './domain/workflows/forecast.ts';
export * from './domain/workflows/remaining-work.ts';
