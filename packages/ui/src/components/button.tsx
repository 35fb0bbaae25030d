import type { ComponentProps, MouseEvent } from 'react';
import './button.css';

export type ButtonKind = 'normal' | 'primary' | 'danger' | 'quiet';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind;
  /** Shows only an icon. Requires `aria-label`. */
  readonly iconOnly?: boolean;
  /** Ignores clicks but keeps the focus, which a disabled button would lose. */
  readonly isBlocked?: boolean;
}

/** A native `<button>`. `type` defaults to `"button"`. */
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

/** Also keeps the button from submitting its form. */
function doNothing(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault();
}

/** Returns the classes that make an element, such as a link, look like a button. */
export function buttonClass(kind: ButtonKind = 'normal', iconOnly = false): string {
  return ['button', kind, iconOnly ? 'icon-only' : ''].filter((name) => name !== '' && name !== 'normal').join(' ');
}
