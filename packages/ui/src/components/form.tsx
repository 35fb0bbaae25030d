import type { ComponentProps } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit?: () => void;
}

/** A form that the page handles itself. `className` defaults to `"stack"`. */
export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <form
      className="stack"
      {...props}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    />
  );
}
