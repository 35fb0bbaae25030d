import type { LogTail } from '@almagest/contracts/grid';
import { Loaded } from '@almagest/ui/components/page-states';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { api } from '../api.ts';
import { taskLogMessages } from './messages.ts';
import './task-log.css';

/** Logs don't send events, because nodes send them far too often. */
const EVERY_MS = 3_000;

function taskLogQuery(task: string) {
  return queryOptions({
    queryKey: ['task-log', task],
    queryFn: async ({ signal }) =>
      (await api.get('/api/tasks/{task_id}/log', { params: { task_id: task }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.running === false ? false : EVERY_MS),
  });
}

/** Follows the end of the log of a running task. */
export function TaskLog({ task, point }: { readonly task: string; readonly point: string }) {
  const t = useMessages(taskLogMessages);
  return (
    <section className="stack" aria-label={t.title(point)}>
      <Loaded query={useQuery(taskLogQuery(task))} loading={t.loading}>
        {({ running, at, stdout, stderr }) => {
          if (!running) return <p className="muted small">{t.ended}</p>;
          if (at === null || stdout === null || stderr === null) return <p className="muted small">{t.none}</p>;
          return (
            <>
              <p className="muted small">
                {t.sent} <Age time={at} />
              </p>
              <Lines {...stdout} name={t.title(point)} />
              {stderr.text === '' ? null : (
                <>
                  <p className="small">
                    <strong>{t.errors}</strong>
                  </p>
                  <Lines {...stderr} name={t.errors} />
                </>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

/** Shows the end of a stream. New lines scroll into view unless the reader has scrolled up. */
function Lines({ text, name }: LogTail & { readonly name: string }) {
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const { current: pre } = box;
    if (pre !== null && isAtEnd.current) pre.scrollTop = pre.scrollHeight;
  }, [text]);
  return (
    <pre
      ref={box}
      className="log task-log"
      role="log"
      aria-live="off"
      aria-label={name}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 1;
      }}
    >
      {text}
    </pre>
  );
}
