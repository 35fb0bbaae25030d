import type { NodeMachine, Requirements } from '@almagest/contracts/grid';

/**
 * The requirements of a workflow's tasks, separately for tasks that compute an atmosphere and tasks that only add a
 * spectrum.
 */
export interface TaskRequirements {
  readonly atmosphere: Requirements;
  readonly spectrum: Requirements;
}

/**
 * Returns the requirements of a machine that meets all of the given requirements. If these name different
 * architectures, no machine fits.
 */
export function combined(parts: readonly Requirements[]): Requirements {
  const most = (values: readonly (number | undefined)[]) => {
    const given = values.filter((value) => value !== undefined);
    return given.length === 0 ? undefined : Math.max(...given);
  };
  const memory = most(parts.map(({ memory_gb: value }) => value));
  const cores = most(parts.map(({ cores: value }) => value));
  const archs = [...new Set(parts.flatMap(({ arch }) => arch ?? []))];
  const tags = [...new Set(parts.flatMap((part) => part.tags ?? []))];
  return {
    ...(memory === undefined ? {} : { memory_gb: memory }),
    ...(cores === undefined ? {} : { cores }),
    ...(archs.length === 0 ? {} : { arch: archs.join('_and_') }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}

/**
 * Returns whether a machine meets the requirements. An agent that reports no machine gets only tasks without
 * requirements.
 */
export function fits(requirements: Requirements, machine: NodeMachine | null): boolean {
  const checks = checksOf(requirements);
  return checks.length === 0 || (machine !== null && checks.every(({ passes }) => passes(machine)));
}

/**
 * Returns why none of these machines can take a task: `needs 64 GB of memory. The largest node has 32`. Returns
 * undefined if a machine can, or if there are no machines, which is a different problem.
 */
export function whyNoneFits(requirements: Requirements, machines: readonly (NodeMachine | null)[]): string | undefined {
  if (machines.length === 0 || machines.some((machine) => fits(requirements, machine))) return undefined;
  const known = machines.filter((machine) => machine !== null);
  if (known.length === 0) return 'needs nodes that report their machine. Update the agents';
  const checks = checksOf(requirements);
  const lacking = checks.filter(({ passes }) => !known.some(passes));
  if (lacking.length > 0) return lacking.map(({ why }) => why(known)).join(', and ');
  return `needs ${checks.map(({ what }) => what).join(', ')}. No node has all of these`;
}

interface Requirement {
  readonly what: string;
  readonly passes: (machine: NodeMachine) => boolean;
  /** The reason why none of these machines passes. */
  readonly why: (machines: readonly NodeMachine[]) => string;
}

function checksOf({ memory_gb: memory, cores, arch, tags = [] }: Requirements): Requirement[] {
  const atLeast = (key: 'memory_gb' | 'cores', least: number | undefined, unit: string): Requirement[] => {
    if (least === undefined) return [];
    const what = `${least} ${unit}`;
    const largest = (machines: readonly NodeMachine[]) => Math.max(...machines.map((machine) => machine[key]));
    return [
      {
        what,
        passes: (machine) => machine[key] >= least,
        why: (machines) => `needs ${what}. The largest node has ${largest(machines)}`,
      },
    ];
  };
  const archs = (machines: readonly NodeMachine[]) => [...new Set(machines.map((machine) => machine.arch))].join(', ');
  return [
    ...atLeast('memory_gb', memory, 'GB of memory'),
    ...atLeast('cores', cores, 'cores'),
    ...(arch === undefined
      ? []
      : [
          {
            what: arch,
            passes: (machine: NodeMachine) => machine.arch === arch,
            why: (machines: readonly NodeMachine[]) => `needs ${arch}. The nodes have ${archs(machines)}`,
          },
        ]),
    ...tags.map((tag) => ({
      what: `the tag ${tag}`,
      passes: (machine: NodeMachine) => machine.tags.includes(tag),
      why: () => `needs the tag ${tag}, which no node has`,
    })),
  ];
}
