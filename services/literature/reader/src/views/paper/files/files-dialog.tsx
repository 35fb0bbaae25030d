import type { FileVersion, PaperFile } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Loaded } from '@almagest/ui/components/page-states';
import { byteSize } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useOpenPaper } from '../open-paper.ts';
import { fileMessages } from './messages.ts';
import { filesQuery, useFiles } from './use-files.ts';
import './files.css';

type Words = ReturnType<typeof useMessages<typeof fileMessages>>;
type Work = ReturnType<typeof useFiles>;

/** Lists the files of the paper and marks the file that was parsed. */
export function FilesDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages(fileMessages);
  const { paper } = useOpenPaper().outline;
  const work = useFiles(paper.bibcode);
  return (
    <Dialog title={t.files} onClose={onClose}>
      <Loaded query={useQuery(filesQuery(paper.bibcode))} loading={t.loading}>
        {(all) => <FileLists files={all} work={work} />}
      </Loaded>
      <p role="status" className="muted small">
        {work.isWorking ? t.working : ''}
      </p>
      {paper.preprint_id === '' ? null : <PreprintForm work={work} />}
      <OwnFileForm work={work} />
      <div className="dialog-buttons">
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  );
}

function FileLists({ files, work }: { readonly files: readonly PaperFile[]; readonly work: Work }) {
  const t = useMessages(fileMessages);
  const trashed = files.filter(({ trashed_at }) => trashed_at !== null);
  const kept = files.filter(({ trashed_at }) => trashed_at === null);
  return (
    <>
      {kept.length === 0 ? <p className="muted">{t.none}</p> : null}
      <ul className="file-list" aria-label={t.files}>
        {kept.map((file) => (
          <li key={file.id}>
            <FileName file={file} />
            {file.is_chosen ? <span className="small">{file.is_read ? t.isRead : t.isChosen}</span> : null}
            {file.is_read ? null : (
              <Button
                isBlocked={work.isWorking || file.size_bytes === null}
                aria-label={t.readOne(nameOf(file, t))}
                onClick={() => work.choose(file, nameOf(file, t))}
              >
                {t.read}
              </Button>
            )}
            {file.is_chosen ? null : (
              <Button
                kind="quiet"
                iconOnly
                aria-label={t.remove(nameOf(file, t))}
                onClick={() => work.trash(file, nameOf(file, t))}
              >
                <X size={14} aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {trashed.length === 0 ? null : (
        <ul className="file-list" aria-label={t.trash}>
          {trashed.map((file) => (
            <li key={file.id} className="muted">
              <FileName file={file} />
              <Button
                kind="quiet"
                iconOnly
                aria-label={t.restore(nameOf(file, t))}
                onClick={() => work.restore(file.id)}
              >
                <RotateCcw size={14} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function FileName({ file }: { readonly file: PaperFile }) {
  const t = useMessages(fileMessages);
  const { size_bytes: size, note_count: notes, has_translation: isTranslated } = file;
  const facts = [
    size === null ? t.missing : byteSize(size),
    ...(notes === 0 ? [] : [t.notes(notes)]),
    ...(isTranslated ? [t.translated] : []),
  ];
  return (
    <span className="file-name">
      {nameOf(file, t)} <span className="muted small">{facts.join(' · ')}</span>
    </span>
  );
}

function nameOf({ type, version, preprint_version: number, label }: PaperFile, t: Words): string {
  const what = `${type.toUpperCase()}, ${t[version]}${number === null ? '' : ` v${number}`}`;
  return label === '' ? what : `${what} (${label})`;
}

function PreprintForm({ work }: { readonly work: Work }) {
  const t = useMessages(fileMessages);
  const [number, setNumber] = useState('1');
  return (
    <Form className="row" onSubmit={() => work.fetch(Number(number))}>
      <TextField label={t.number} type="number" min={1} max={999} required value={number} onChange={setNumber} />
      <Button type="submit" isBlocked={work.isWorking}>
        {t.fetch}
      </Button>
    </Form>
  );
}

const VERSIONS: readonly FileVersion[] = ['own', 'published', 'preprint', 'unknown'];

function OwnFileForm({ work }: { readonly work: Work }) {
  const t = useMessages(fileMessages);
  const [version, setVersion] = useState<FileVersion>('own');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="row">
      <SelectField
        label={t.version}
        value={version}
        options={VERSIONS.map((one) => [one, t[one]] as const)}
        onChange={setVersion}
      />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t.add}
        accept=".pdf"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) work.add(file, version);
          target.value = '';
        }}
      />
      <Button isBlocked={work.isWorking} onClick={() => input.current?.click()}>
        {t.add}
      </Button>
    </div>
  );
}
