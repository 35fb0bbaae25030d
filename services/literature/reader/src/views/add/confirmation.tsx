import type { AddedPaper } from '@almagest/contracts/literature';
import { messageOf } from '@almagest/ui/api-error';
import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useMessages } from '@almagest/ui/messages';
import { tellFault } from '@almagest/ui/notices';
import { useState, useEffect, useRef } from 'react';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { authorsOf, titleOf } from '../../paper-words.ts';
import { describeItem, nameItem, type AddItem } from './add-queue.ts';
import { addMessages } from './messages.ts';
import { PaperForm } from './paper-form.tsx';

/** Asks which paper a file is. The user can choose a candidate, enter an identifier or enter the details. */
export function Confirmation({ item: { id, name, answer, source } }: { readonly item: AddItem }) {
  const t = useMessages(addMessages);
  const [identifier, setIdentifier] = useState(answer?.printed?.identifiers[0] ?? '');
  const [isDescribing, setDescribing] = useState(false);
  const printed = answer?.printed?.title ?? '';
  const candidates = answer?.candidates ?? [];
  return (
    <div className="stack confirmation">
      {answer === undefined ? null : <p>{t.whichPaper}</p>}
      {printed === '' ? null : (
        <p className="muted">
          <TextWithFormulas text={t.printed(printed)} />
        </p>
      )}
      <Candidates id={id} candidates={candidates} />
      <Form className="row naming" onSubmit={() => nameItem(id, identifier.trim())}>
        <TextField label={t.identifierOf(name)} required maxLength={512} value={identifier} onChange={setIdentifier} />
        <Button type="submit">{t.keepAs}</Button>
        <Button onClick={() => setDescribing(true)}>{t.describe}</Button>
      </Form>
      {isDescribing ? (
        <DescribeDialog id={id} name={name} source={source} title={printed} onClose={() => setDescribing(false)} />
      ) : null}
    </div>
  );
}

function Candidates({ id, candidates }: Pick<AddItem, 'id'> & Pick<AddedPaper, 'candidates'>) {
  const t = useMessages(addMessages);
  if (candidates.length === 0) return null;
  return (
    <ul className="candidates">
      {candidates.map((paper) => (
        <li key={paper.bibcode} className="row">
          <Button aria-label={t.thisOne(titleOf(paper))} onClick={() => nameItem(id, paper.bibcode)}>
            {t.thisShort}
          </Button>
          <span>
            <PaperTitle {...paper} />{' '}
            <span className="muted small">
              {[authorsOf(paper, ' …'), paper.year, paper.pub_journal].filter((part) => part !== '').join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

interface DescribeDialogProps extends Pick<AddItem, 'id' | 'name' | 'source'> {
  readonly title: string;
  readonly onClose: () => void;
}

function DescribeDialog({ id, name, source, title, onClose }: DescribeDialogProps) {
  const t = useMessages(addMessages);
  return (
    <Dialog title={t.describeTitle(name)} onClose={onClose}>
      <div className="beside-page">
        {'file' in source ? <FirstPage file={source.file} /> : null}
        <PaperForm
          draft={`file-${name}`}
          title={title}
          onSend={async (paper) => {
            try {
              await describeItem(id, paper);
              onClose();
            } catch (error) {
              tellFault(error);
              throw error;
            }
          }}
        >
          <div className="dialog-buttons">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" kind="primary">
              {t.add}
            </Button>
          </div>
        </PaperForm>
      </div>
    </Dialog>
  );
}

/** Shows the first page of a PDF that is still on the user's machine. */
function FirstPage({ file }: { readonly file: File }) {
  const t = useMessages(addMessages);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    import('./draw-first-page.ts')
      .then(async ({ drawFirstPage }) => await drawFirstPage(element, file))
      .catch((error: unknown) => setFault(messageOf(error)));
  }, [file]);
  return (
    <div className="first-page">
      {fault === '' ? null : <p role="alert">{fault}</p>}
      <canvas ref={canvas} role="img" aria-label={t.firstPage(file.name)} hidden={fault !== ''} />
    </div>
  );
}
