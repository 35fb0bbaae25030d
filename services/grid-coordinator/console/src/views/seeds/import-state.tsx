import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { useFormats } from '@almagest/ui/use-formats';
import { seedMessages } from './messages.ts';
import { doneOf, type ImportProgress } from './run-import.ts';

/** A running or ended import. */
export interface Import {
  readonly progress: ImportProgress;
  readonly startedAt: number;
  readonly state: 'running' | 'stopped' | 'finished';
}

/** At most this many refused results are listed. */
const SHOWN = 50;

/** Shows an import's progress, rate, remaining time and refused results. */
export function ImportState({ current, onStop }: { readonly current: Import; readonly onStop: () => void }) {
  const t = useMessages(seedMessages);
  const { count } = useFormats();
  const { progress, state } = current;
  const { all, sent, skipped, refused } = progress;
  const done = doneOf(progress);
  return (
    <div className="stack seed-import-state">
      <progress value={done} max={all} aria-label={t.progress} />
      <div className="row spread">
        <p>
          {t.counts(done, all)} · {t.sent(sent)}
          {skipped === 0 ? null : ` · ${t.skipped(skipped)}`}
          {refused.length === 0 ? null : ` · ${t.refused(refused.length)}`}
          {state === 'running' ? <Speed current={current} /> : null}
        </p>
        {state === 'running' ? <Button onClick={onStop}>{t.stop}</Button> : null}
      </div>
      {/* Announced at every tenth, because announcing every result would drown out everything else. */}
      <p role="status" className={state === 'stopped' ? undefined : 'unseen'}>
        {state === 'stopped' ? t.stopped : null}
        {state === 'running' ? t.percentDone(10 * Math.floor((10 * done) / all)) : null}
      </p>
      {refused.length === 0 ? null : (
        <details>
          <summary>
            {t.refusals} ({count(refused.length)})
          </summary>
          <ul>
            {refused.slice(0, SHOWN).map(({ path, why }) => (
              <li key={path}>
                <code>{path}</code>: {typeof why === 'string' ? t[why] : why.message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Speed({ current: { progress, startedAt } }: { readonly current: Import }) {
  const t = useMessages(seedMessages);
  const { count, duration } = useFormats();
  const { all, sent, skipped, refused } = progress;
  const rate = (1_000 * sent) / (performance.now() - startedAt);
  if (sent === 0) return null;
  const left = (all - sent - skipped - refused.length) / rate;
  return (
    <span className="muted">
      {' · '}
      {t.perSecond(count(rate))} · {t.left(duration(left))}
    </span>
  );
}
