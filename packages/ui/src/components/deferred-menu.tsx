import { Suspense, useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';

type ButtonEvents = Pick<
  ComponentProps<'button'>,
  'onClick' | 'onKeyDown' | 'onPointerEnter' | 'onFocus' | 'aria-haspopup'
>;

export interface DeferredMenuProps {
  /** Loads the menu. Called before it is opened where that can be foreseen. */
  readonly load: () => Promise<unknown>;
  /** The button until then. It looks as that of the menu does. */
  readonly button: (events: ButtonEvents) => ReactNode;
  /** The menu, which opens at once. */
  readonly children: ReactNode;
}

/** A menu of which only the button is there until somebody is about to open it: no view waits for its code. */
export function DeferredMenu({ load, button, children }: DeferredMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const open = () => setWanted(true);
  const foresee = () => void load().catch(() => undefined);
  const shown = button({
    'aria-haspopup': 'menu',
    onClick: open,
    onKeyDown: ({ key }) => {
      if (key === 'ArrowDown' || key === 'ArrowUp') open();
    },
    onPointerEnter: foresee,
    onFocus: foresee,
  });
  return isWanted ? <Suspense fallback={shown}>{children}</Suspense> : shown;
}

/** Opens a menu when it has appeared. The focus is on its button before, so that it returns there. */
export function useOpenedAtOnce() {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    ref.current?.focus();
    setOpen(true);
  }, []);
  return { ref, trigger: { isOpen, onOpenChange: setOpen } };
}
