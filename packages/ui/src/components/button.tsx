import type { ComponentProps } from 'react';
import './button.css';

export type ButtonKind = 'normal' | 'primary' | 'danger' | 'quiet';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind;
  /** It shows an icon alone; `aria-label` says what it does. */
  readonly iconOnly?: boolean;
}

/** A native button, which is none that submits unless it says so. */
export function Button({ kind = 'normal', iconOnly = false, ...attributes }: ButtonProps) {
  return <button type="button" {...attributes} className={buttonClass(kind, iconOnly)} />;
}

/** The classes of what looks like a button, also of links. */
export function buttonClass(kind: ButtonKind = 'normal', iconOnly = false): string {
  return ['button', kind, iconOnly ? 'icon-only' : ''].filter((name) => name !== '' && name !== 'normal').join(' ');
}
