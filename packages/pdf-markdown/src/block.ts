export type { Block, BlockContent, BlockKind, Box } from '@almagest/paper-blocks';
