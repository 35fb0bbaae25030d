import type { PersonRole } from '@almagest/contracts/roles';
import type { ComponentProps, MouseEvent } from 'react';
import { useRefusal } from '../caller.ts';
import './button.css';

export type ButtonKind = 'normal' | 'primary' | 'danger' | 'quiet';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind;
  /** Shows only an icon. Requires `aria-label`. */
  readonly iconOnly?: boolean;
  /** Ignores clicks but keeps the focus, which a disabled button would lose. */
  readonly isBlocked?: boolean;
  /** The lowest role that may perform this action. Callers without it see a blocked button with the reason. */
  readonly needs?: PersonRole;
}

/** A native `<button>`. `type` defaults to `"button"`. */
export function Button({
  kind = 'normal',
  iconOnly = false,
  isBlocked: isBusy = false,
  needs,
  onClick,
  ...attributes
}: ButtonProps) {
  const refusal = useRefusal(needs);
  const isBlocked = isBusy || refusal !== undefined;
  return (
    <button
      type="button"
      {...attributes}
      {...(refusal === undefined ? {} : { title: refusal, 'aria-description': refusal })}
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
