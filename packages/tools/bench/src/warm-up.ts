/**
 * How long a load runs before it is measured, for services and libraries alike. A grid runs for weeks, but during the
 * first seconds V8 still compiles frequently called functions, which uses much of both cores.
 */
export const WARM_UP_SECONDS = 5;
