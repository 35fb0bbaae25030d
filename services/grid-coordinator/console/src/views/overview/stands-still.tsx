import { Banner } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useFormats } from '@almagest/ui/use-formats';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LAST_DAY_HOURS, progressQuery, statsQuery } from '../../queries/workflow.ts';
import { stalledSec } from '../../stall.ts';
import { overviewMessages } from './messages.ts';

/** Warns if a running workflow is stalled. */
export function StandsStill({ name }: { readonly name: string }) {
  const t = useMessages(overviewMessages);
  const { duration } = useFormats();
  const { data: stats } = useQuery(statsQuery(name));
  const { data: progress } = useQuery(progressQuery(name, LAST_DAY_HOURS));
  const seconds = stats === undefined || progress === undefined ? undefined : stalledSec(stats, progress);
  if (seconds === undefined) return null;
  return (
    <Banner>
      <Link to="/workflows/$name" params={{ name }}>
        {name}
      </Link>{' '}
      {t.standsStill} {duration(seconds)}
    </Banner>
  );
}
