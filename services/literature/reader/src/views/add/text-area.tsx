import { useId } from 'react';

export interface TextAreaProps {
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly maxLength?: number;
  readonly onChange: (value: string) => void;
}

export function TextArea({ label, onChange, ...attributes }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        spellCheck={false}
        {...attributes}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
