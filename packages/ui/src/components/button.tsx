import type { ComponentProps, MouseEvent } from 'react';
import './button.css';

export type ButtonKind = 'normal' | 'primary' | 'danger' | 'quiet';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind;
  /** It shows an icon alone; `aria-label` says what it does. */
  readonly iconOnly?: boolean;
  /** It does nothing for now, and keeps the focus, which a disabled button loses. */
  readonly isBlocked?: boolean;
}

/** A native button, which is none that submits unless it says so. */
export function Button({ kind = 'normal', iconOnly = false, isBlocked = false, onClick, ...attributes }: ButtonProps) {
  return (
    <button
      type="button"
      {...attributes}
      aria-disabled={isBlocked ? true : undefined}
      onClick={isBlocked ? doNothing : onClick}
      className={buttonClass(kind, iconOnly)}
    />
  );
}

/** Nor is the form sent to which the button belongs. */
function doNothing(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault();
}

/** The classes of what looks like a button, also of links. */
export function buttonClass(kind: ButtonKind = 'normal', iconOnly = false): string {
  return ['button', kind, iconOnly ? 'icon-only' : ''].filter((name) => name !== '' && name !== 'normal').join(' ');
}
