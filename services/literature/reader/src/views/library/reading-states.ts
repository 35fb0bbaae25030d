import type { ReadingState } from '@almagest/contracts/literature';

export const STATES: readonly ReadingState[] = ['unread', 'reading', 'read'];

export const NEXT_STATE: Readonly<Record<ReadingState, ReadingState>> = {
  unread: 'reading',
  reading: 'read',
  read: 'unread',
};
