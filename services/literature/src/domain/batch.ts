import type { AssetAction, AssetScope } from '@almagest/contracts/literature';

export const MAX_LOG_LINES = 100;

/** What is on the disk of a paper, and whether a user has said that there is nothing to be had. */
export interface Assets {
  readonly downloaded: boolean;
  readonly parsed: boolean;
  readonly markedNoResource: boolean;
}

/** Whether a batch of this scope takes a paper. One that is marked as having no full text is passed over by all. */
export function isInScope(scope: AssetScope, { downloaded, parsed, markedNoResource }: Assets): boolean {
  if (markedNoResource) return false;
  if (scope === 'undownloaded') return !downloaded;
  if (scope === 'unparsed') return !parsed;
  return true;
}

export type Step = 'download' | 'parse' | 'translate';

/** What an action does with a paper, in order. */
export const STEPS: Readonly<Record<AssetAction, readonly Step[]>> = {
  all: ['download', 'parse'],
  download: ['download'],
  parse: ['parse'],
  translate: ['translate'],
};
