import { fitText, textWidth } from './text-width.ts';
import { duration, percent } from './wording.ts';

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** The parts after the percentage, most important first. The last parts are dropped if the line is too narrow. */
  readonly parts: readonly string[];
}

const WIDEST_BAR = 30;
const NARROWEST_BAR = 10;
const BRACKETS = 2;

/** Draws bar, percentage and parts in one line of at most `width` cells. A wrapped line could not be redrawn. */
export function progressLine(progress: Progress, width: number): string {
  const share = progress.total > 0 ? Math.min(1, progress.done / progress.total) : 0;
  let text = percent(progress.done, progress.total).padStart(8);
  for (const part of progress.parts) {
    const longer = `${text}  ${part}`;
    if (textWidth(longer) + NARROWEST_BAR + BRACKETS > width) break;
    text = longer;
  }
  const cells = Math.min(WIDEST_BAR, width - textWidth(text) - BRACKETS);
  if (cells < NARROWEST_BAR) return fitText(text.trimStart(), width);
  const filled = Math.floor(share * cells);
  return `[${'█'.repeat(filled)}${'░'.repeat(cells - filled)}]${text}`;
}

/** Formats slow rates per hour and fast rates per second, so that the number is rarely below 1. */
export function rateInWords(perSecond: number | null): string {
  if (perSecond === null || !Number.isFinite(perSecond)) return 'rate unknown';
  if (perSecond >= 1) return `${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s`;
  const perHour = perSecond * 3600;
  if (perHour >= 120) return `${(perSecond * 60).toFixed(1)}/min`;
  return `${perHour === 0 || perHour >= 1 ? perHour.toFixed(1) : perHour.toPrecision(2)}/h`;
}

export function etaInWords(seconds: number | null): string {
  return seconds === null || !Number.isFinite(seconds) ? 'ETA unknown' : `ETA ${duration(seconds)}`;
}

export interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/**
 * Returns the rate over the stored samples. If the count has decreased, a new run has begun and the rate is unknown.
 */
export function rateOf(samples: readonly Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.atMs <= first.atMs || last.done <= first.done) return null;
  return ((last.done - first.done) / (last.atMs - first.atMs)) * 1000;
}

/** Drops all samples before the window except the latest one, so that slow work has a rate too. */
export function samplesInWindow(samples: readonly Sample[], windowMs: number): Sample[] {
  const last = samples.at(-1);
  if (!last) return [];
  const from = samples.findLastIndex((sample) => sample.atMs <= last.atMs - windowMs);
  return samples.slice(Math.max(0, from));
}
