import { KeepRule } from '@almagest/contracts/grid';
import { DEFAULT_ARTIFACTS, type ArtifactConfig } from './artifact-policy.ts';
import { limitsOf } from '../workflows/config-limits.ts';
import { fault, integer, mapping, oneOf, refuseOtherKeys } from '../workflows/config-values.ts';

const ARTIFACT_KIND = /^[a-z0-9_-]{1,32}$/;

export function readArtifacts(node: unknown): ArtifactConfig {
  const given = node === undefined ? {} : mapping('artifacts', node);
  refuseOtherKeys('artifacts', given, ['keep', 'default', 'max_bytes_per_task', 'max_files_per_task']);
  const whole = (key: string) => integer(`artifacts.${key}`, given[key], limitsOf(`artifacts.${key}`));
  const kinds = given['keep'] === undefined ? {} : mapping('artifacts.keep', given['keep']);
  const keep = Object.entries(kinds).map(([kind, value]) => {
    const path = `artifacts.keep.${kind}`;
    if (!ARTIFACT_KIND.test(kind)) fault(path, 'a kind must be 1 to 32 characters of a-z, 0-9, _ and -');
    return [kind, oneOf(path, value, KeepRule.enum)] as const;
  });
  return {
    keep: Object.fromEntries(keep),
    fallback:
      given['default'] === undefined
        ? DEFAULT_ARTIFACTS.fallback
        : oneOf('artifacts.default', given['default'], KeepRule.enum),
    maxBytesPerTask: whole('max_bytes_per_task'),
    maxFilesPerTask: whole('max_files_per_task'),
  };
}
