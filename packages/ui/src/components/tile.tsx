import type { ReactNode } from 'react';
import './tile.css';

/** Figures beside each other, each with its name. */
export function Tiles({ compact = false, children }: { readonly compact?: boolean; readonly children: ReactNode }) {
  return <dl className={compact ? 'tiles compact' : 'tiles'}>{children}</dl>;
}

export interface TileProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly hint?: ReactNode;
  readonly kind?: 'good' | 'bad' | undefined;
}

export function Tile({ label, value, hint, kind }: TileProps) {
  return (
    <div className="tile">
      <dt>{label}</dt>
      <dd className={kind === undefined ? 'value' : `value ${kind}`}>{value}</dd>
      {hint === undefined || hint === null || hint === '' ? null : <dd className="hint">{hint}</dd>}
    </div>
  );
}
