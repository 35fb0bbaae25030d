import type { WorkflowStatus } from '@almagest/contracts/grid';
import { ask } from '@almagest/ui/components/ask';
import { Button } from '@almagest/ui/components/button';
import { useMessages, defineMessages } from '@almagest/ui/messages';
import { tellDone } from '@almagest/ui/notices';
import { useChange } from '@almagest/ui/use-change';
import { Pause, Play } from 'lucide-react';
import { api } from './api.ts';

const workflowActionMessages = defineMessages({
  start: { en: 'Start', zh: '启动' },
  resume: { en: 'Resume', zh: '继续' },
  runAgain: { en: 'Run again', zh: '重新运行' },
  pause: { en: 'Pause', zh: '暂停' },
  of: {
    en: (action: string, name: string) => `${action}: ${name}`,
    zh: (action: string, name: string) => `${action}：${name}`,
  },
  started: { en: (name: string) => `${name} is running`, zh: (name: string) => `${name} 正在运行` },
  paused: {
    en: (name: string) => `${name} is paused. Running tasks finish.`,
    zh: (name: string) => `${name} 已暂停：不再分发任务，运行中的任务会完成`,
  },
  askAgain: { en: (name: string) => `Run ${name} again?`, zh: (name: string) => `重新运行 ${name}？` },
  againWhy: {
    en: 'The new run retries failed points. With force_recompute, it recomputes every point.',
    zh: '新的运行遵循配置中的策略：失败的点会重试；设置了 force_recompute 时，所有点都会重新计算。',
  },
});

/** The label of the start button by status. Running workflows have no start button. */
const START_WORDS = { idle: 'start', paused: 'resume', completed: 'runAgain' } as const;

export interface RunButtonProps {
  readonly name: string;
  readonly status: WorkflowStatus;
}

/** Starts or pauses a workflow. A pause can be undone. A new run of a completed workflow asks for confirmation. */
export function RunButton({ name, status }: RunButtonProps) {
  const t = useMessages(workflowActionMessages);
  const change = useChange();
  const params = { name };
  const start = async () => {
    await api.post('/api/workflows/{name}/start', { params });
    return t.started(name);
  };
  const pause = async () => {
    await api.post('/api/workflows/{name}/stop', { params });
    tellDone(t.paused(name), () => change.mutate(start));
    return undefined;
  };
  if (status === 'running' || status === 'initializing')
    return (
      <Button
        needs="operator"
        aria-label={t.of(t.pause, name)}
        isBlocked={change.isPending}
        onClick={() => change.mutate(pause)}
      >
        <Pause size={16} aria-hidden />
        {t.pause}
      </Button>
    );
  const word = t[START_WORDS[status]];
  const startOrAsk = async () => {
    const sure =
      status !== 'completed' || (await ask({ title: t.askAgain(name), text: t.againWhy, confirm: t.runAgain }));
    if (sure) change.mutate(start);
  };
  return (
    <Button
      needs="operator"
      kind={status === 'completed' ? 'normal' : 'primary'}
      aria-label={t.of(word, name)}
      isBlocked={change.isPending}
      onClick={() => void startOrAsk()}
    >
      <Play size={16} aria-hidden />
      {word}
    </Button>
  );
}
