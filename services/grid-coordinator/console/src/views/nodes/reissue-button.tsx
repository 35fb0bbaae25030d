import { ask } from '@almagest/ui/components/ask';
import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { TextField } from '@almagest/ui/components/field';
import { useMessages } from '@almagest/ui/messages';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useChange } from '@almagest/ui/use-change';
import { nodePageMessages } from './node-messages.ts';

/** Issues a new token for a node and shows it. */
export function ReissueButton({ node }: { readonly node: string }) {
  const t = useMessages(nodePageMessages);
  const change = useChange();
  const [token, setToken] = useState<string>();
  const reissue = async () => {
    const sure = await ask({ title: t.reissueAsk(node), text: t.reissueText, confirm: t.reissue, danger: true });
    if (!sure) return;
    change.mutate(async () => {
      const { data } = await api.post('/api/admin/nodes/{node_id}/reissue', { params: { node_id: node } });
      setToken(data.node_token);
      return t.reissued(node);
    });
  };
  return (
    <>
      <Button needs="administrator" onClick={() => void reissue()}>
        {t.reissue}
      </Button>
      {token === undefined ? null : <TokenDialog node={node} token={token} onClose={() => setToken(undefined)} />}
    </>
  );
}

interface TokenDialogProps {
  readonly node: string;
  readonly token: string;
  readonly onClose: () => void;
}

/** Shows a token. The token cannot be read again later. */
function TokenDialog({ node, token, onClose }: TokenDialogProps) {
  const t = useMessages(nodePageMessages);
  const [told, setTold] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      setTold(t.copied);
    } catch {
      // Pages on plain HTTP cannot use the clipboard.
      setTold(t.notCopied);
    }
  };
  return (
    <Dialog title={t.issued(node)} onClose={onClose}>
      <div className="stack">
        <p>{t.issuedText}</p>
        <TextField
          label={t.token}
          value={token}
          readOnly
          autoFocus
          onChange={() => undefined}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p role="status" className="muted small">
          {told}
        </p>
        <div className="dialog-buttons">
          <Button onClick={() => void copy()}>{t.copy}</Button>
          <Button kind="primary" onClick={onClose}>
            {t.haveIt}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
