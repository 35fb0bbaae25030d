import { Button } from '@almagest/ui/components/button';
import { DeferredMenu } from '@almagest/ui/components/deferred-menu';
import { lazy } from 'react';
import { MenuFace, type ActionMenuProps } from './menu-face.tsx';

const load = async () => await import('./action-list.tsx');
const ActionList = lazy(async () => ({ default: (await load()).ActionList }));

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
