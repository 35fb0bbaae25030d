import { useEffect, useRef, useState } from 'react';
import { useStillHere } from '../still-here.ts';
import { TextField } from './field.tsx';

/** Long enough to avoid a search for every letter. */
const TYPING_MS = 400;

export interface TypedFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly inputMode?: 'numeric' | undefined;
  readonly value: string;
  /** Called when the user pauses typing. */
  readonly onChange: (value: string) => void;
}

/** A filter field. Applies the text when the user pauses typing. */
export function TypedField({ value, onChange, ...attributes }: TypedFieldProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(value);
  // Calls the latest `onChange`, which keeps other filters that have changed in the meantime.
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  }, [onChange]);
  // Does not apply the text after the user has left the page.
  const isStillHere = useStillHere();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // If the address has changed in another way, for example by a step back, show the new value.
    if (value !== told.current) setTyped(value);
    told.current = value;
  }, [value]);
  return (
    <TextField
      {...attributes}
      type="search"
      autoComplete="off"
      value={typed}
      onChange={(next) => {
        setTyped(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          if (!isStillHere()) return;
          told.current = next.trim();
          tell.current(next.trim());
        }, TYPING_MS);
      }}
    />
  );
}
