/**
 * Load before a measurement begins, for services and libraries alike: a grid runs for weeks, and after some seconds V8
 * has compiled what comes often, which takes a good part of both cores until then.
 */
export const WARM_UP_SECONDS = 5;
