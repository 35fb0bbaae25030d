import { ChevronDown, Ellipsis } from 'lucide-react';

interface MenuAction {
  readonly label: string;
  readonly run: () => void;
  readonly isBad?: boolean;
}

export interface ActionMenuProps {
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly isDisabled?: boolean;
  /** Shows only three dots. The label is for screen readers. */
  readonly isSmall?: boolean;
}

export function MenuFace({ label, isSmall }: { readonly label: string; readonly isSmall: boolean }) {
  if (isSmall) return <Ellipsis size={16} aria-hidden />;
  return (
    <>
      {label}
      <ChevronDown size={16} aria-hidden />
    </>
  );
}
