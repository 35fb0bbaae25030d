export interface ContainerState {
  /** It runs, or the engine is about to run it. */
  readonly isUp: boolean;
  readonly restartPolicy: string;
}

const SIGKILL = 9;

/** Time in which the engine may tell of the removal that a SIGKILL was part of. */
const AFTER_SIGKILL_MS = 500;
/** Any other end may be that of a stop, which the engine tells of a moment after; on a busy machine, some seconds. */
const AFTER_OTHERS_MS = 5_000;

/**
 * How long to wait from the end of a container for news that it was meant to end. A stop begins with the container's
 * stop signal, so a SIGKILL before any other signal was `docker kill`.
 */
export function waitAfterEnd(firstSignal: number | undefined): number {
  return firstSignal === SIGKILL ? AFTER_SIGKILL_MS : AFTER_OTHERS_MS;
}

/** Jobs that run once are not to run again; what the engine restarts by itself is left to it. */
export function isToBeStarted({ isUp, restartPolicy }: ContainerState): boolean {
  return !isUp && (restartPolicy === 'unless-stopped' || restartPolicy === 'always');
}
