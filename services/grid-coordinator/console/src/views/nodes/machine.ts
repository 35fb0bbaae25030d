import type { NodeMachine } from '@almagest/contracts/grid';
import { useMessages } from '@almagest/ui/messages';
import { nodeMessages } from './messages.ts';

/** Returns a function that describes a machine, such as `32 cores, 128 GB, x64`. */
export function useMachineWord(): (machine: NodeMachine | null) => string {
  const t = useMessages(nodeMessages);
  return (machine) => (machine === null ? '–' : t.machineOf(machine.cores, gigabytes(machine.memory_gb), machine.arch));
}

/** Drops the decimals that only small amounts need. */
export function gigabytes(amount: number): number {
  return amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount);
}
