import { useId, type ReactNode } from 'react';
import './dialog.css';

export interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A native modal dialog: the browser keeps the focus within it and closes it on Escape. Render it while it is open. What is
 * to have the focus first says so by `autoFocus`; what had it before gets it back (`keepFocus`).
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

/** Opens the dialog around its heading. React calls it before it focuses what follows, which cannot have the focus earlier. */
function openAround(heading: HTMLHeadingElement | null): void {
  const dialog = heading?.closest('dialog');
  if (dialog?.open === false) dialog.showModal();
}
