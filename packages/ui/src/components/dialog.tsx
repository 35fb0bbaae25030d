import { useId, type ReactNode } from 'react';
import './dialog.css';

export interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A native modal dialog: the browser keeps the focus within it, closes it on Escape, and gives the focus back. Render it
 * while it is open. What is to have the focus first says so by `autoFocus`.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  return (
    <dialog
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        // React decides whether it is shown.
        event.preventDefault();
        onClose();
      }}
    >
      <h2 ref={openAround} id={id}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** What had the focus last outside of dialogs and menus: a menu is gone before the dialog that it opened is closed. */
let lastFocused: HTMLElement | undefined;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest('dialog, [role="menu"], [data-trigger]') === null)
    lastFocused = target;
});

/**
 * Opens the dialog around its heading. React calls it before it focuses what follows the heading, which cannot have the
 * focus while the dialog is closed; and closes the dialog while it is still on the page, where it gives the focus back.
 */
function openAround(heading: HTMLHeadingElement | null): (() => void) | undefined {
  const dialog = heading?.closest('dialog');
  if (dialog === null || dialog === undefined) return undefined;
  dialog.showModal();
  return () => {
    dialog.close();
    // What had the focus in the dialog keeps it until the page is drawn.
    const { activeElement, body } = document;
    if (activeElement === body || dialog.contains(activeElement)) lastFocused?.focus();
  };
}
