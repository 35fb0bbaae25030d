import { useRefusal } from '@almagest/ui/caller';
import { Button } from '@almagest/ui/components/button';
import { TextField } from '@almagest/ui/components/field';
import { Banner } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { findResults, type FolderFile } from './find-results.ts';
import { ImportJournal } from './import-journal.ts';
import { ImportState, type Import } from './import-state.tsx';
import { seedMessages } from './messages.ts';
import { doneOf, runImport, type ImportProgress } from './run-import.ts';
import { forgetUnfinished, noteUnfinished, readUnfinished, type UnfinishedImport } from './unfinished-imports.ts';

const NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** Imports a folder of earlier results. Choosing the same folder again resumes the import. */
export function FolderImport() {
  const t = useMessages(seedMessages);
  const [workflow, setWorkflow] = useState('imported');
  const [isOver, setOver] = useState(false);
  const { current, start, stop } = useImport();
  const [unfinished, setUnfinished] = useState(readUnfinished);
  const forget = (entry: UnfinishedImport) => {
    forgetUnfinished(entry);
    setUnfinished(readUnfinished());
  };
  const refusal = useRefusal('operator');
  const isRunning = current?.state === 'running';
  const isNamed = NAME.test(workflow);
  const take = (files: readonly FolderFile[]) => {
    if (isNamed && !isRunning && refusal === undefined) start(workflow, files);
  };
  return (
    <Panel title={t.importTitle}>
      <div
        className={isOver ? 'seed-drop over' : 'seed-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          filesOfDrop(event.dataTransfer).then(take).catch(tellFault);
        }}
      >
        <p>{t.drop}</p>
        <div className="seed-import-fields">
          <TextField
            label={t.workflow}
            value={workflow}
            onChange={setWorkflow}
            fault={isNamed ? undefined : t.workflowFault}
            autoComplete="off"
          />
          <FolderButton isBlocked={!isNamed || isRunning} onChosen={take} />
        </div>
      </div>
      {current === undefined ? <UnfinishedImports entries={unfinished} onForget={forget} /> : null}
      {current === undefined ? null : <ImportState current={current} onStop={stop} />}
    </Panel>
  );
}

interface FolderButtonProps {
  readonly isBlocked: boolean;
  readonly onChosen: (files: readonly FolderFile[]) => void;
}

/** Opens the browser's folder chooser. The native button of the input cannot be labelled. */
function FolderButton({ isBlocked, onChosen }: FolderButtonProps) {
  const t = useMessages(seedMessages);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button needs="operator" isBlocked={isBlocked} onClick={() => input.current?.click()}>
        {t.choose}
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          // React's types lack this attribute.
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        aria-label={t.choose}
        onChange={({ currentTarget }) => {
          onChosen(filesOfInput(currentTarget.files ?? new DataTransfer().files));
          // Lets the user choose the same folder again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Progress is saved after this many results. */
const NOTED_EVERY = 50;

function useImport() {
  const t = useMessages(seedMessages);
  const client = useQueryClient();
  const [current, setCurrent] = useState<Import>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const start = (workflow: string, files: readonly FolderFile[]) => {
    const results = findResults(files);
    if (results.length === 0) {
      tellFault(new Error(t.nothing));
      return;
    }
    const controller = new AbortController();
    control.current = controller;
    const startedAt = performance.now();
    const folder = files[0]?.path.split('/')[0] ?? '';
    const journal = new ImportJournal(folder, workflow);
    let done = 0;
    const note = () => noteUnfinished({ folder, workflow, done, all: results.length });
    const onProgress = (progress: ImportProgress) => {
      done = doneOf(progress);
      if (done % NOTED_EVERY === 0) note();
      setCurrent({ progress, startedAt, state: 'running' });
    };
    const end = (state: 'stopped' | 'finished') => {
      if (state === 'stopped') note();
      setCurrent((run) => (run === undefined ? run : { ...run, state }));
    };
    const run = async () => {
      try {
        await runImport({ workflow, results, journal, signal: controller.signal, onProgress });
        end(controller.signal.aborted ? 'stopped' : 'finished');
        if (controller.signal.aborted) return;
        forgetUnfinished({ folder, workflow });
        tellDone(t.finished);
      } catch (error) {
        const isStopped = controller.signal.aborted;
        // Stops the other senders too.
        controller.abort();
        end('stopped');
        if (!isStopped) tellFault(error);
      } finally {
        await client.invalidateQueries({ queryKey: ['seeds'] });
      }
    };
    void run();
  };
  return { current, start, stop: () => control.current?.abort() };
}

interface UnfinishedImportsProps {
  readonly entries: readonly UnfinishedImport[];
  readonly onForget: (entry: UnfinishedImport) => void;
}

/**
 * Lists imports that stopped when the page was closed. The user must choose the folder again, because pages cannot
 * reopen it.
 */
function UnfinishedImports({ entries, onForget }: UnfinishedImportsProps) {
  const t = useMessages(seedMessages);
  return entries.map((entry) => (
    <Banner key={`${entry.workflow} ${entry.folder}`}>
      <div className="row spread">
        <span>{t.unfinished(entry.folder, entry.workflow, entry.done, entry.all)}</span>
        <Button kind="quiet" onClick={() => onForget(entry)}>
          {t.forget}
        </Button>
      </div>
    </Banner>
  ));
}

async function filesOfDrop(data: DataTransfer): Promise<FolderFile[]> {
  // Reads the entries before the first `await`, because the drop data expires with its event.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files: FolderFile[] = [];
  for (const entry of entries) await collect(entry, '', files);
  return files;
}

function filesOfInput(list: FileList): FolderFile[] {
  return [...list].map((file) => ({
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
    file,
  }));
}

async function collect(entry: FileSystemEntry, folder: string, files: FolderFile[]): Promise<void> {
  const path = `${folder}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    files.push({ path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // Browsers return up to a hundred entries at a time, and an empty list at the end.
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const each of batch) await collect(each, `${path}/`, files);
  }
}
