import { Loading } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { DifferencePanel } from './difference-panel.tsx';
import { configurationMessages } from './messages.ts';
import { PlanPanel } from './plan-panel.tsx';
import { ProblemList, ValidationOutcome } from './problem-list.tsx';
import { schemaQuery } from './queries.ts';
import type { Validation } from './use-validation.ts';
import { YamlEditor } from './yaml-editor.tsx';
import './configuration.css';

export interface ConfigurationEditorProps {
  readonly yaml: string;
  readonly onChange: (yaml: string) => void;
  readonly validation: Validation;
  /** Shown above the text. */
  readonly fields: ReactNode;
  /** Shown below the text. */
  readonly actions: ReactNode;
}

/** Edits a configuration and shows the coordinator's validation next to it. */
export function ConfigurationEditor({ yaml, onChange, validation, fields, actions }: ConfigurationEditorProps) {
  const t = useMessages(configurationMessages);
  const schema = useQuery(schemaQuery);
  const goToLine = useRef<(line: number) => void>(() => undefined);
  const { result, isCurrent } = validation;
  return (
    <div className="configuration">
      <div className="stack">
        {fields}
        {schema.isPending ? (
          <Loading>{t.loading}</Loading>
        ) : (
          <YamlEditor
            label={t.yaml}
            value={yaml}
            onChange={onChange}
            problems={result?.problems ?? NO_PROBLEMS}
            isChecked={isCurrent}
            schema={schema.data}
            onReady={(move) => {
              goToLine.current = move;
            }}
          />
        )}
        <p className="muted small">{t.completion}</p>
        <ValidationOutcome {...validation} />
        <ProblemList problems={result?.problems ?? NO_PROBLEMS} goToLine={(line) => goToLine.current(line)} />
        {actions}
      </div>
      <div className="stack" aria-busy={!isCurrent}>
        {result?.difference == null ? null : <DifferencePanel difference={result.difference} />}
        {result?.plan == null ? null : <PlanPanel plan={result.plan} />}
      </div>
    </div>
  );
}

const NO_PROBLEMS = [] as const;
