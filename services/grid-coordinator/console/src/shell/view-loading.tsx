import { Loading } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { shellMessages } from './messages.ts';

export function ViewLoading() {
  return <Loading>{useMessages(shellMessages).loading}</Loading>;
}
