export const HOURS = ['1', '6', '24', '72', '168'] as const;

export type Hours = (typeof HOURS)[number];
