import type { BatchOutcome } from '@almagest/contracts/literature';
import { Pill, type PillKind } from '@almagest/ui/components/pill';
import { useMessages } from '@almagest/ui/messages';
import { synchronisationMessages } from './messages.ts';

const KINDS: Readonly<Record<BatchOutcome | 'running', PillKind>> = {
  running: 'busy',
  completed: 'good',
  incomplete: 'warning',
  failed: 'bad',
  stopped: 'idle',
};

/** Shows how a run ended, or that it is still running. */
export function OutcomePill({ outcome }: { readonly outcome: BatchOutcome | null }) {
  const t = useMessages(synchronisationMessages);
  const state = outcome ?? 'running';
  return <Pill kind={KINDS[state]}>{t[state]}</Pill>;
}
