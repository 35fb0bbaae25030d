import { Failed } from '@almagest/ui/components/page-states';

/**
 * A view that could not be shown. Mostly its file is gone, because the coordinator has been upgraded since the page was
 * loaded: loading the page anew gets the new files.
 */
export function ViewFailed({ error }: { readonly error: unknown }) {
  return <Failed error={error} onRetry={() => location.reload()} />;
}
