import { Empty, Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AlertItem } from './alert-item.tsx';
import { AlertPapers } from './alert-papers.tsx';
import { MailPanel } from './mail-panel.tsx';
import { alertMessages } from './messages.ts';
import { NewAlert } from './new-alert.tsx';
import { alertsQuery } from './queries.ts';
import './alerts.css';

const route = getRouteApi('/alerts');

export function AlertsView() {
  const t = useMessages(alertMessages);
  const { alert: id, all } = route.useSearch();
  const alerts = useQuery(alertsQuery);
  usePageTitle(t.title);
  const shown = alerts.data?.find((alert) => String(alert.id) === id);
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <NewAlert />
      <MailPanel />
      <Loaded query={alerts} loading={t.loading}>
        {(list) =>
          list.length === 0 ? (
            <Empty>
              <p>{t.none}</p>
            </Empty>
          ) : (
            <div className="alerts">
              <ul aria-label={t.list}>
                {list.map((alert) => (
                  <AlertItem key={alert.id} alert={alert} isShown={alert.id === shown?.id} />
                ))}
              </ul>
              {shown === undefined ? (
                <Empty>{t.choose}</Empty>
              ) : (
                <AlertPapers key={shown.id} alert={shown} isAll={all === 'true'} />
              )}
            </div>
          )
        }
      </Loaded>
    </div>
  );
}
