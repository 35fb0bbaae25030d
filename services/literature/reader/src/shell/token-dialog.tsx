import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { TextField } from '@almagest/ui/components/field';
import { useMessages } from '@almagest/ui/messages';
import { useState, useSyncExternalStore } from 'react';
import { tokenRequest, type TokenRequest } from '../token.ts';
import { shellMessages } from './messages.ts';

/** Asks for the token when the service has refused a request without the right one. It stands once on the page. */
export function TokenRegion() {
  const request = useSyncExternalStore(tokenRequest.subscribe, tokenRequest.read);
  return request === undefined ? null : <TokenDialog {...request} />;
}

function TokenDialog({ why, answer }: TokenRequest) {
  const t = useMessages(shellMessages);
  const [text, setText] = useState('');
  return (
    <Dialog title={t.guarded} onClose={() => answer(null)}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          answer(text);
        }}
      >
        <p className="muted">{why}</p>
        <TextField
          label={t.token}
          type="password"
          name="token"
          autoComplete="current-password"
          required
          autoFocus
          value={text}
          onChange={setText}
        />
        <div className="dialog-buttons">
          <Button type="submit" kind="primary">
            {t.open}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
