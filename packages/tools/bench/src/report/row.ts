export interface Row {
  readonly what: string;
  /** The figure as a number, for ratios and goals. */
  readonly value: number;
  readonly unit: string;
  /** Additions to the figure, such as percentiles and conditions. */
  readonly detail: string;
  readonly goal?: Goal;
}

/** The goal for a figure: a minimum or a maximum. */
export interface Goal {
  readonly atLeast?: number;
  readonly atMost?: number;
}

export function isMet(value: number, { atLeast = -Infinity, atMost = Infinity }: Goal): boolean {
  return value >= atLeast && value <= atMost;
}

/** Formats a figure with its significant digits. */
export function formatFigure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value >= 10 ? 1 : 2);
}
