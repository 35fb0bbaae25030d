import type { ReactNode } from 'react';
import { useWide } from './use-wide.ts';

interface FoldedOnPhoneProps {
  readonly label: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Folds filters in narrow windows, so that the first results are visible. */
export function FoldedOnPhone({ label, isOpen, children }: FoldedOnPhoneProps) {
  if (useWide()) return children;
  return (
    <details open={isOpen}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
