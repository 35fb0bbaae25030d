import { Button } from '@almagest/ui/components/button';
import { Banner } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { storedValue, useStoredValue } from '@almagest/ui/stored-value';
import { mapMessages } from './messages.ts';

const hint = storedValue('almagest.map-hint', ['new', 'seen'], () => 'new');

/** Explains the map in one sentence until the user has read it. */
export function Hint() {
  const t = useMessages(mapMessages);
  if (useStoredValue(hint) === 'seen') return null;
  return (
    <Banner>
      <div className="row spread">
        <span>{t.hint}</span>
        <Button kind="quiet" onClick={() => hint.write('seen')}>
          {t.understood}
        </Button>
      </div>
    </Banner>
  );
}
