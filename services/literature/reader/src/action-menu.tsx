import { ChevronDown, Ellipsis } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import '@almagest/ui/menu.css';

interface MenuAction {
  readonly label: string;
  readonly run: () => void;
  readonly isBad?: boolean;
}

export interface ActionMenuProps {
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly isDisabled?: boolean;
  /** Three dots, and the label for screen readers alone. */
  readonly isSmall?: boolean;
}

/** A button that opens a list of things to do. */
export function ActionMenu({ label, actions, isDisabled = false, isSmall = false }: ActionMenuProps) {
  return (
    <MenuTrigger>
      <Button
        className={isSmall ? 'button quiet icon-only' : 'button'}
        isDisabled={isDisabled}
        {...(isSmall ? { 'aria-label': label } : {})}
      >
        {isSmall ? <Ellipsis size={16} aria-hidden /> : label}
        {isSmall ? null : <ChevronDown size={16} aria-hidden />}
      </Button>
      <Popover className="menu-popover" placement="bottom start">
        <Menu className="menu" aria-label={label}>
          {actions.map(({ label: text, run, isBad = false }) => (
            <MenuItem key={text} id={text} textValue={text} className={isBad ? 'bad' : ''} onAction={run}>
              {text}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
