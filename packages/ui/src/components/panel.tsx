import { useId, type ReactNode } from 'react';
import './panel.css';

export interface PanelProps {
  readonly title: ReactNode;
  /** Shown next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a page. Its heading names it for screen readers. */
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
