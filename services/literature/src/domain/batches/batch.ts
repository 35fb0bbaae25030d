import type { AssetAction, AssetScope } from '@almagest/contracts/literature';

export const MAX_LOG_LINES = 100;

/** The files of a paper that are on disk, and whether a user marked the paper as having no full text. */
export interface Assets {
  readonly downloaded: boolean;
  readonly parsed: boolean;
  readonly markedNoResource: boolean;
}

/** Returns whether a batch of this scope includes a paper. Papers marked as having no full text are always excluded. */
export function isInScope(scope: AssetScope, { downloaded, parsed, markedNoResource }: Assets): boolean {
  if (markedNoResource) return false;
  if (scope === 'undownloaded') return !downloaded;
  if (scope === 'unparsed') return !parsed;
  return true;
}

export type Step = 'download' | 'parse' | 'translate';

/** The steps of an action, in order. */
export const STEPS: Readonly<Record<AssetAction, readonly Step[]>> = {
  all: ['download', 'parse'],
  download: ['download'],
  parse: ['parse'],
  translate: ['translate'],
};
