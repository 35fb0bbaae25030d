import { Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pointMessages } from './messages.ts';
import { artifactEndQuery, artifactsQuery } from './queries.ts';
import '../../task-log/task-log.css';

/** The kind of engine logs, as in the contract. */
const LOG_KIND = 'log';

export interface EngineLogProps {
  readonly name: string;
  readonly point: string;
  /** The id of the attempt. */
  readonly task: string;
}

/** Shows the last lines of the engine log. Loads it when opened. */
export function EngineLog({ name, point, task }: EngineLogProps) {
  const t = useMessages(pointMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t.lastLines}</summary>
      {isOpen ? <Files name={name} point={point} task={task} /> : null}
    </details>
  );
}

function Files({ name, point, task }: EngineLogProps) {
  const t = useMessages(pointMessages);
  return (
    <Loaded query={useQuery(artifactsQuery(name, point))} loading={t.loadingLog}>
      {({ artifacts }) => {
        const logs = artifacts.filter(({ task_id, kind }) => task_id === task && kind === LOG_KIND);
        if (logs.length === 0) return <p className="muted small">{t.noLog}</p>;
        return logs.map(({ path, sha256, size_bytes: bytes }) => (
          <End key={path} path={path} sha256={sha256} isEmpty={bytes === 0} />
        ));
      }}
    </Loaded>
  );
}

interface EndProps {
  readonly path: string;
  readonly sha256: string;
  readonly isEmpty: boolean;
}

function End({ path, sha256, isEmpty }: EndProps) {
  const t = useMessages(pointMessages);
  const end = useQuery({ ...artifactEndQuery(sha256), enabled: !isEmpty });
  return (
    <>
      <h3 className="code">{path}</h3>
      {isEmpty ? (
        <p className="muted small">{t.emptyLog}</p>
      ) : (
        <Loaded query={end} loading={t.loadingLog}>
          {(text) => (
            <pre className="log" tabIndex={0}>
              {text}
            </pre>
          )}
        </Loaded>
      )}
    </>
  );
}
