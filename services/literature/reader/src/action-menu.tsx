import { Button } from '@almagest/ui/components/button';
import { DeferredMenu } from '@almagest/ui/components/deferred-menu';
import { ChevronDown, Ellipsis } from 'lucide-react';
import { lazy } from 'react';

const load = async () => await import('./action-list.tsx');
const ActionList = lazy(async () => ({ default: (await load()).ActionList }));

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

/** Shows a button that opens a list of actions. */
export function ActionMenu(props: ActionMenuProps) {
  const { label, isDisabled = false, isSmall = false } = props;
  return (
    <DeferredMenu
      load={load}
      button={(events) => (
        <Button
          kind={isSmall ? 'quiet' : 'normal'}
          iconOnly={isSmall}
          isBlocked={isDisabled}
          {...(isSmall ? { 'aria-label': label } : {})}
          {...(isDisabled ? {} : events)}
        >
          <MenuFace label={label} isSmall={isSmall} />
        </Button>
      )}
    >
      <ActionList {...props} />
    </DeferredMenu>
  );
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
