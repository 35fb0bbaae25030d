import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface PaperLinkProps {
  readonly bibcode: string;
  /** The block to open. Null or a negative number means no block. */
  readonly block?: number | null;
  /** The words of the block to highlight. */
  readonly quote?: string;
  readonly isTranslation?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function PaperLink({ bibcode, block, quote, isTranslation = false, className, children }: PaperLinkProps) {
  const hasPlace = block !== undefined && block !== null && block >= 0;
  return (
    <Link
      to="/papers/$bibcode"
      params={{ bibcode }}
      search={{
        ...(hasPlace ? { block: String(block) } : {}),
        ...(hasPlace && quote !== undefined && quote !== '' ? { quote } : {}),
        ...(isTranslation ? { mode: 'both' } : {}),
      }}
      className={className}
    >
      {children}
    </Link>
  );
}
