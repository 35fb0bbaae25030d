import { useEffect, useRef, useState } from 'react';
import { useStillHere } from '../still-here.ts';
import { TextField } from './field.tsx';

/** Long enough not to search for every letter of a word. */
const TYPING_MS = 400;

export interface TypedFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly inputMode?: 'numeric' | undefined;
  readonly value: string;
  /** Called once the typing rests. */
  readonly onChange: (value: string) => void;
}

/** A filter that is typed: it is set once the typing rests. */
export function TypedField({ value, onChange, ...attributes }: TypedFieldProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(value);
  // Whatever else has changed while somebody types, such as another filter, is not taken back when the typing rests.
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  }, [onChange]);
  // Who leaves the page while typing is not called back to it, neither while the next one is loaded nor afterwards.
  const isStillHere = useStillHere();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // The address has changed by other means, such as a step back: what is being typed goes on.
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
