import { BUILT_IN, type Viewer } from '../domain/people/access.ts';

/** The caller of an operation. */
export interface Caller {
  readonly viewer: Viewer;
}

/** The caller of a public operation. It sees no personal data. */
export const ANYONE: Caller = { viewer: { ownerId: null, isAdministrator: false, groups: new Map() } };

export const BUILT_IN_CALLER: Caller = { viewer: BUILT_IN };
