import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { storedValue, useStoredValue } from '@almagest/ui/stored-value';
import { mapMessages } from './messages.ts';

const hint = storedValue('almagest.map-hint', ['new', 'seen'], () => 'new');

/** Explains the map in one sentence until the user has read it. */
export function Hint() {
  const t = useMessages(mapMessages);
  if (useStoredValue(hint) === 'seen') return null;
  return (
    <div className="map-hint">
      <p>{t.hint}</p>
      <Button onClick={() => hint.write('seen')}>{t.understood}</Button>
    </div>
  );
}
