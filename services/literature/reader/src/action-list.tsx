import { buttonClass } from '@almagest/ui/components/button';
import { useOpenedAtOnce } from '@almagest/ui/components/deferred-menu';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { MenuFace, type ActionMenuProps } from './menu-face.tsx';
import '@almagest/ui/menu.css';

export function ActionList({ label, actions, isDisabled = false, isSmall = false }: ActionMenuProps) {
  const { ref, trigger, menu } = useOpenedAtOnce();
  return (
    <MenuTrigger {...trigger}>
      <Button
        ref={ref}
        className={isSmall ? buttonClass('quiet', true) : buttonClass()}
        // Keeps the focus while its action runs.
        isPending={isDisabled}
        {...(isSmall ? { 'aria-label': label } : {})}
      >
        <MenuFace label={label} isSmall={isSmall} />
      </Button>
      <Popover className="menu-popover" placement="bottom start">
        <Menu className="menu" aria-label={label} {...menu}>
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
