import { useId, type ComponentProps, type ReactNode } from 'react';
import './field.css';

interface FieldProps {
  readonly label: ReactNode;
  /** Error message for the value. */
  readonly fault?: string | undefined;
}

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'onChange' | 'id' | 'className'> {
  readonly onChange: (value: string) => void;
}

export function TextField({ label, fault, onChange, ...attributes }: TextFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        spellCheck={false}
        {...attributes}
        {...describedBy(id, fault)}
        className="input"
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldFault id={id} fault={fault} />
    </div>
  );
}

export interface SelectFieldProps<T extends string> extends FieldProps {
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
}

/** A native select, because phones show their own picker. */
export function SelectField<T extends string>({ label, fault, value, options, onChange }: SelectFieldProps<T>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...describedBy(id, fault)}
        className="input"
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
      <FieldFault id={id} fault={fault} />
    </div>
  );
}

function describedBy(id: string, fault: string | undefined) {
  return fault === undefined ? { id } : { id, 'aria-invalid': true, 'aria-describedby': `${id}-fault` };
}

function FieldFault({ id, fault }: { readonly id: string; readonly fault: string | undefined }) {
  return fault === undefined ? null : (
    <p id={`${id}-fault`} className="field-fault">
      {fault}
    </p>
  );
}
