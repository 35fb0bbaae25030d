import type { ReactNode } from 'react';
import './pill.css';

export type PillKind = 'good' | 'bad' | 'busy' | 'warning' | 'idle';

/** Shows a status as one word. */
export function Pill({ kind, children }: { readonly kind: PillKind; readonly children: ReactNode }) {
  return <span className={`pill ${kind}`}>{children}</span>;
}
