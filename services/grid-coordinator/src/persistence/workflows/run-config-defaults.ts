import { DEFAULT_ARTIFACTS } from '../../domain/artifacts/artifact-policy.ts';

/** Defaults for keys that the stored configuration of an earlier version lacks. */
export const RUN_CONFIG_DEFAULTS = {
  extraPoints: [],
  artifacts: DEFAULT_ARTIFACTS,
  assets: [],
  endOverruns: false,
  learnedTimeout: null,
  rules: [],
} as const;
