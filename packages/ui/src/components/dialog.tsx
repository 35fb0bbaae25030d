import { useId, type ReactNode } from 'react';
import './dialog.css';

export interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A native modal dialog, rendered while it is open. The browser traps the focus and closes the dialog on Escape.
 * `autoFocus` marks the first focused element, and `keepFocus` restores the earlier focus.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  return (
    <dialog
      className="app-dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        // React decides whether the dialog is shown.
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

/** Opens the dialog around its heading. React calls this before it applies `autoFocus`, which needs an open dialog. */
function openAround(heading: HTMLHeadingElement | null): void {
  const dialog = heading?.closest('dialog');
  if (dialog?.open === false) dialog.showModal();
}
