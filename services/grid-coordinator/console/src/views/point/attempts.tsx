import './attempts.css';
import type { Attempt, ShownFieldInfo } from '@almagest/contracts/grid';
import { LocalTime } from '@almagest/ui/components/times';
import { parseTime, relativeChange } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { serverNow } from '@almagest/ui/server-clock';
import { useFormats } from '@almagest/ui/use-formats';
import { Link } from '@tanstack/react-router';
import { TaskLog } from '../../task-log/task-log.tsx';
import { TaskPill, useAttemptWord } from '../../vocabulary.tsx';
import { EngineLog } from './engine-log.tsx';
import { pointMessages } from './messages.ts';
import { PointLink } from '../../point-link.tsx';
import { REPORTED_FIELDS } from './reported-fields.ts';

const SECOND_MS = 1_000;

export interface AttemptsProps {
  readonly name: string;
  readonly point: string;
  readonly attempts: readonly Attempt[];
}

/** Shows the attempts as a timeline, oldest first. */
export function Attempts({ name, point, attempts }: AttemptsProps) {
  const t = useMessages(pointMessages);
  if (attempts.length === 0) return <p className="muted">{t.neverHandedOut}</p>;
  const inOrder = attempts.toSorted((a, b) => parseTime(a.created_at) - parseTime(b.created_at));
  const longest = Math.max(...inOrder.map(secondsOf));
  return (
    <ol className="attempts">
      {inOrder.map((attempt) => (
        <Entry key={attempt.task_id} name={name} point={point} attempt={attempt} longest={longest} />
      ))}
    </ol>
  );
}

/** Returns the duration of an attempt in seconds, up to now if it is running. */
function secondsOf({ created_at: created, completed_at: completed }: Attempt): number {
  return ((completed === null ? serverNow() : parseTime(completed)) - parseTime(created)) / SECOND_MS;
}

interface EntryProps extends Omit<AttemptsProps, 'attempts'> {
  readonly attempt: Attempt;
  readonly longest: number;
}

function Entry({ name, point, attempt, longest }: EntryProps) {
  const t = useMessages(pointMessages);
  const { duration } = useFormats();
  const wordOf = useAttemptWord();
  const { status, created_at: created, completed_at: completed, error_message: error } = attempt;
  const seconds = secondsOf(attempt);
  // The server stores the times of attempts in whole seconds.
  const took = seconds < 1 ? t.tookLittle : t.took(duration(seconds));
  return (
    <li className={`attempt ${status}`}>
      <div className="row">
        <strong>
          <LocalTime time={created} />
        </strong>
        <TaskPill status={status} />
        <span>{wordOf(attempt)}</span>
        <Origin name={name} attempt={attempt} />
      </div>
      <div className="row muted small">
        <span>{completed === null ? t.since(duration(seconds)) : took}</span>
        {attempt.node_id === null ? null : (
          <span>
            {t.on}{' '}
            <Link to="/nodes/$node" params={{ node: attempt.node_id }}>
              {attempt.node_id}
            </Link>
          </span>
        )}
        {REPORTED_FIELDS.map((field) => (
          <span key={field.name}>
            {field.title}: {reportedText(attempt[field.name], field)}
          </span>
        ))}
      </div>
      {seconds < 1 ? null : <span className="length" style={{ width: `${(100 * seconds) / longest}%` }} aria-hidden />}
      {error === null ? null : <p className="error">{error}</p>}
      {attempt.atmosphere_has_nan === true ? <p className="error">{t.nan}</p> : null}
      {completed === null ? (
        <details open>
          <summary>{t.lastLines}</summary>
          <TaskLog task={attempt.task_id} point={point} />
        </details>
      ) : (
        <EngineLog name={name} point={point} task={attempt.task_id} />
      )}
    </li>
  );
}

/** Shows the seed, earlier attempt or rule that an attempt started from. */
function Origin({ name, attempt }: { readonly name: string; readonly attempt: Attempt }) {
  const t = useMessages(pointMessages);
  const { seed_point_name: seed, continues_attempt: continued, rule } = attempt;
  return (
    <span className="muted small">
      {seed === null ? null : (
        <>
          {t.from} <PointLink name={name} point={seed} />{' '}
        </>
      )}
      {continued === undefined ? null : `${t.goesOn(continued)} `}
      {rule === undefined ? null : t.byRule(rule)}
    </span>
  );
}

/**
 * Formats a value that a node reported about an attempt.
 *
 * @param value undefined if the service is older than this page
 */
function reportedText(
  value: number | boolean | string | null | undefined,
  { format, unit }: Pick<ShownFieldInfo, 'format' | 'unit'>,
): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  const text = format === 'relative' && typeof value === 'number' ? relativeChange(value) : String(value);
  return unit === null ? text : `${text} ${unit}`;
}
