import { createContext, Suspense, use, useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';

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
  const [wanted, setWanted] = useState<'by pointer' | 'by keyboard'>();
  const foresee = () => void load().catch(() => undefined);
  const shown = button({
    'aria-haspopup': 'menu',
    // A click without a pointer is Enter or the space bar.
    onClick: ({ detail }) => setWanted(detail === 0 ? 'by keyboard' : 'by pointer'),
    onKeyDown: ({ key }) => {
      if (key === 'ArrowDown' || key === 'ArrowUp') setWanted('by keyboard');
    },
    onPointerEnter: foresee,
    onFocus: foresee,
  });
  if (wanted === undefined) return shown;
  return (
    <ByKeyboard value={wanted === 'by keyboard'}>
      <Suspense fallback={shown}>{children}</Suspense>
    </ByKeyboard>
  );
}

const ByKeyboard = createContext(false);

/**
 * Opens a menu when it has appeared. The focus is on its button before, so that it returns there, and on the first item
 * afterwards for whoever works by keyboard.
 */
export function useOpenedAtOnce() {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    ref.current?.focus();
    setOpen(true);
  }, []);
  const isByKeyboard = use(ByKeyboard);
  const [isFirst, setFirst] = useState(true);
  const onOpenChange = (isToOpen: boolean) => {
    // Later openings are the menu's own.
    setFirst(false);
    setOpen(isToOpen);
  };
  const menu = isByKeyboard && isFirst ? ({ autoFocus: 'first' } as const) : {};
  return { ref, trigger: { isOpen, onOpenChange }, menu };
}
