import { Requirements } from '@almagest/contracts/grid';
import { combined, type TaskRequirements } from '../tasks/requirements.ts';
import { limitsOf, mostItems } from './config-limits.ts';
import {
  fault,
  integer,
  mapping,
  number,
  readItems,
  readParts,
  refuseOtherKeys,
  scalar,
  sequence,
} from './config-values.ts';

const TAG = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;
const ARCH = /^[A-Za-z0-9_]{1,32}$/;
const MOST_GIGABYTES = 1_000_000;

/** The requirements of the workflow and of each stage, as they are written. */
interface WrittenRequirements {
  readonly all: Requirements;
  readonly atmosphere: Requirements;
  readonly spectrum: Requirements;
}

export function readRequirements(root: Readonly<Record<string, unknown>>): WrittenRequirements {
  // A stage that is not a mapping is refused elsewhere.
  const ofStage = (stage: string) =>
    (root[stage] as { readonly requirements?: unknown } | null | undefined)?.requirements;
  return readParts({
    all: () => readOne('requirements', root['requirements']),
    atmosphere: () => readOne('atmosphere.requirements', ofStage('atmosphere')),
    spectrum: () => readOne('spectrum.requirements', ofStage('spectrum')),
  });
}

/**
 * Returns the requirements of the tasks. Omits the key for a workflow without requirements, as in runs of earlier
 * versions.
 */
export function taskRequirements(
  written: WrittenRequirements,
  stages: Readonly<Record<'atmosphere' | 'spectrum', { readonly enabled: boolean }>>,
): { readonly requirements?: TaskRequirements } {
  const { all } = written;
  const ofStage = (stage: 'atmosphere' | 'spectrum') => (stages[stage].enabled ? written[stage] : {});
  // A task that computes an atmosphere continues with the spectrum on the same machine.
  const spectrum = combined([all, ofStage('spectrum')]);
  const atmosphere = combined([spectrum, ofStage('atmosphere')]);
  return Object.keys(atmosphere).length === 0 ? {} : { requirements: { atmosphere, spectrum } };
}

function readOne(path: string, node: unknown): Requirements {
  const given = node === undefined ? {} : mapping(path, node);
  refuseOtherKeys(path, given, Object.keys(Requirements.properties));
  const { memory_gb: memory, cores, arch, tags } = given;
  return {
    ...(memory === undefined ? {} : { memory_gb: gigabytes(`${path}.memory_gb`, memory) }),
    ...(cores === undefined ? {} : { cores: integer(`${path}.cores`, cores, limitsOf('requirements.cores')) }),
    ...(arch === undefined ? {} : { arch: matching(`${path}.arch`, arch, ARCH, 'such as x64 or arm64') }),
    ...(tags === undefined ? {} : { tags: readTags(`${path}.tags`, tags) }),
  };
}

function gigabytes(path: string, node: unknown): number {
  const value = number(path, node);
  if (value < 0 || value > MOST_GIGABYTES) fault(path, `must be from 0 to ${MOST_GIGABYTES}`);
  return value;
}

function readTags(path: string, node: unknown): string[] {
  const tags = readItems(sequence(path, node), (item, index) =>
    matching(`${path}[${index}]`, item, TAG, 'of 1 to 64 letters, digits, ., _, : and -'),
  );
  const most = mostItems('requirements.tags');
  if (tags.length > most) fault(path, `has more than ${most} entries`);
  return tags;
}

function matching(path: string, node: unknown, pattern: RegExp, expected: string): string {
  const text = scalar(path, node);
  if (!pattern.test(text)) fault(path, `must be a name ${expected}`);
  return text;
}
