import { useId, type ReactNode } from 'react';
import './panel.css';

export interface PanelProps {
  readonly title: ReactNode;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a heading, by which it is known to screen readers. */
export function Panel({ title, actions, children }: PanelProps) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head row spread">
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
