import { useMessages, defineMessages } from '@almagest/ui/messages';
import { useShortcut } from '@almagest/ui/shortcuts';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import './workflow-head.css';

const workflowHeadMessages = defineMessages({
  workflows: { en: 'Workflows', zh: '工作流' },
  pages: { en: (name: string) => `Pages of ${name}`, zh: (name: string) => `${name} 的页面` },
  progress: { en: 'Progress', zh: '进度' },
  points: { en: 'Points', zh: '点' },
  map: { en: 'Map', zh: '地图' },
  configuration: { en: 'Configuration', zh: '配置' },
});

export interface WorkflowHeadProps {
  readonly name: string;
  /** Shown next to the name. */
  readonly children?: ReactNode;
}

/** Shows the header that all pages of a workflow share: its name and tabs. */
export function WorkflowHead({ name, children }: WorkflowHeadProps) {
  const t = useMessages(workflowHeadMessages);
  const navigate = useNavigate();
  const params = { name };
  useShortcut('g p', t.points, () => void navigate({ to: '/workflows/$name/points', params }));
  useShortcut('g m', t.map, () => void navigate({ to: '/workflows/$name/map', params }));
  return (
    <div className="workflow-head">
      <p className="small">
        <Link to="/">{t.workflows}</Link> <span className="muted">/</span>
      </p>
      <div className="row spread">
        <h1>{name}</h1>
        {children}
      </div>
      <nav className="tabs" aria-label={t.pages(name)}>
        <Link to="/workflows/$name" params={params} activeOptions={{ exact: true, includeSearch: false }}>
          {t.progress}
        </Link>
        <Link to="/workflows/$name/points" params={params} activeOptions={{ includeSearch: false }}>
          {t.points}
        </Link>
        <Link to="/workflows/$name/map" params={params} activeOptions={{ includeSearch: false }}>
          {t.map}
        </Link>
        <Link to="/workflows/$name/config" params={params} activeOptions={{ includeSearch: false }}>
          {t.configuration}
        </Link>
      </nav>
    </div>
  );
}
