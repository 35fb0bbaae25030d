import { createContext, Suspense, use, useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';

type ButtonEvents = Pick<
  ComponentProps<'button'>,
  'onClick' | 'onKeyDown' | 'onPointerEnter' | 'onFocus' | 'aria-haspopup'
>;

export interface DeferredMenuProps {
  /** Loads the menu. Called early when hover or focus suggests that the user will open it. */
  readonly load: () => Promise<unknown>;
  /** The button until the menu is loaded. It looks like the menu's own button. */
  readonly button: (events: ButtonEvents) => ReactNode;
  /** The menu, which opens as soon as it is rendered. */
  readonly children: ReactNode;
}

/** Shows only the button until the user is about to open the menu, so that no view waits for the menu's code. */
export function DeferredMenu({ load, button, children }: DeferredMenuProps) {
  const [wanted, setWanted] = useState<'by pointer' | 'by keyboard'>();
  const foresee = () => void load().catch(() => undefined);
  const shown = button({
    'aria-haspopup': 'menu',
    // A click without a pointer comes from Enter or the space bar.
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
 * Opens a menu when it appears. First focuses the menu's button, so that closing the menu returns the focus there. Then
 * focuses the first item for keyboard users.
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
    // The menu handles later openings.
    setFirst(false);
    setOpen(isToOpen);
  };
  const menu = isByKeyboard && isFirst ? ({ autoFocus: 'first' } as const) : {};
  return { ref, trigger: { isOpen, onOpenChange }, menu };
}
