import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useMessages } from '../messages.ts';
import { tellDone } from '../notices.ts';
import { accountMessages } from './messages.ts';

export interface Secret {
  readonly title: string;
  readonly why: string;
  readonly text: string;
}

/** Shows a link or key once. It is never shown again. */
export function SecretDialog({ secret, onClose }: { readonly secret: Secret; readonly onClose: () => void }) {
  const t = useMessages(accountMessages);
  const copy = async () => {
    await navigator.clipboard.writeText(secret.text);
    tellDone(t.copied);
  };
  return (
    <Dialog title={secret.title} onClose={onClose}>
      <div className="stack">
        <p>{secret.why}</p>
        <output className="account-secret">{secret.text}</output>
        <div className="dialog-buttons">
          <Button onClick={() => void copy()}>{t.copy}</Button>
          <Button kind="primary" autoFocus onClick={onClose}>
            {t.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
