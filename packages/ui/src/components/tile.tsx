import type { ReactNode } from 'react';
import './tile.css';

/** A row of labelled figures. */
export function Tiles({ compact = false, children }: { readonly compact?: boolean; readonly children: ReactNode }) {
  return <dl className={compact ? 'tiles compact' : 'tiles'}>{children}</dl>;
}

export interface TileProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly hint?: ReactNode;
  readonly kind?: 'good' | 'bad' | undefined;
}

/** Longer texts don't fit in a tile at the font size of figures. */
const LONG_TEXT = 12;
const LONG_HINT = 40;

export function Tile({ label, value, hint, kind }: TileProps) {
  const isLong = typeof value === 'string' && value.length > LONG_TEXT;
  const classes = ['value', ...(isLong ? ['long'] : []), ...(kind === undefined ? [] : [kind])];
  return (
    <div className="tile">
      <dt>{label}</dt>
      <dd className={classes.join(' ')}>{value}</dd>
      {hint === undefined || hint === null || hint === '' ? null : (
        <dd className={typeof hint === 'string' && hint.length > LONG_HINT ? 'hint long' : 'hint'}>{hint}</dd>
      )}
    </div>
  );
}
