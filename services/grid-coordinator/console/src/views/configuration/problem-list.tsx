import type { ConfigurationProblem } from '@almagest/contracts/grid';
import { Pill, type PillKind } from '@almagest/ui/components/pill';
import { Failed } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { configurationMessages } from './messages.ts';
import type { Validation } from './use-validation.ts';

const KINDS: Readonly<Record<ConfigurationProblem['severity'], PillKind>> = {
  error: 'bad',
  warning: 'warning',
  info: 'idle',
};

/** Says whether the configuration can be saved. The line keeps its height while the user types. */
export function ValidationOutcome({ result, isCurrent, error }: Validation) {
  const t = useMessages(configurationMessages);
  const of = (severity: ConfigurationProblem['severity']) =>
    result?.problems.filter((problem) => problem.severity === severity).length ?? 0;
  const [faults, warnings] = [of('error'), of('warning')];
  if (error !== null && result === undefined) return <Failed error={error} />;
  return (
    <p className="configuration-outcome row" role="status">
      {isCurrent ? null : <span className="muted">{t.checking}</span>}
      {isCurrent && faults === 0 ? <Pill kind="good">{t.good}</Pill> : null}
      {faults === 0 ? null : <Pill kind="bad">{t.faults(faults)}</Pill>}
      {warnings === 0 ? null : <Pill kind="warning">{t.warnings(warnings)}</Pill>}
    </p>
  );
}

interface ProblemListProps {
  readonly problems: readonly ConfigurationProblem[];
  readonly goToLine: (line: number) => void;
}

/** Lists errors and warnings. Clicking an entry moves the cursor to its line. */
export function ProblemList({ problems, goToLine }: ProblemListProps) {
  const t = useMessages(configurationMessages);
  if (problems.length === 0) return null;
  return (
    <ul className="configuration-problems" aria-label={t.problems}>
      {problems.map(({ severity, path, line, column, message }) => (
        <li key={`${line ?? ''}:${column ?? ''} ${path ?? ''} ${message}`}>
          <Pill kind={KINDS[severity]}>{line === null ? '–' : t.line(line)}</Pill>
          {line === null ? (
            <span>{path === null ? message : `${path}: ${message}`}</span>
          ) : (
            <button type="button" className="configuration-problem" onClick={() => goToLine(line)}>
              {path === null ? message : `${path}: ${message}`}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
