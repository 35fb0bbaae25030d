import type { Artifact, ArtifactsPage } from '@almagest/contracts/grid';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Age } from '@almagest/ui/components/times';
import { byteSize } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { artifactsMessages } from './artifacts-messages.ts';
import { artifactAddress, artifactsQuery } from './queries.ts';
import { Spectra } from './spectra.tsx';

/** The kind of files that can be plotted, as in the contract. */
const SPECTRUM_KIND = 'spectrum';
/** Larger files would make the page unusable. */
const MOST_DRAWN_BYTES = 20_000_000;

/** Lists the files of all attempts and plots the chosen spectra. */
export function Artifacts({ name, point }: { readonly name: string; readonly point: string }) {
  const t = useMessages(artifactsMessages);
  return (
    <Panel title={t.title}>
      <Loaded query={useQuery(artifactsQuery(name, point))} loading={t.loading}>
        {(page) => (page.artifacts.length === 0 ? <p className="muted">{t.none}</p> : <Files page={page} />)}
      </Loaded>
    </Panel>
  );
}

function Files({ page: { artifacts, next } }: { readonly page: ArtifactsPage }) {
  const t = useMessages(artifactsMessages);
  // Plots the spectrum of the last attempt first.
  const last = artifacts.findLast(canBeDrawn);
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set(last === undefined ? [] : [keyOf(last)]));
  const toggle = (key: string) => {
    const others = new Set(drawn);
    if (!others.delete(key)) others.add(key);
    setDrawn(others);
  };
  const columns: readonly CardColumn<Artifact>[] = [
    { title: t.file, isHead: true, cell: (file) => <FileLink file={file} /> },
    { title: t.kind, cell: ({ kind }) => kind },
    { title: t.product, cell: ({ product }) => product ?? '–' },
    { title: t.size, isNumber: true, cell: ({ size_bytes: bytes }) => byteSize(bytes) },
    { title: t.stored, cell: ({ stored_at: time }) => <Age time={time} /> },
    {
      title: t.draw,
      cell: (file) =>
        canBeDrawn(file) ? (
          <input
            type="checkbox"
            aria-label={t.drawFile(file.path)}
            checked={drawn.has(keyOf(file))}
            onChange={() => toggle(keyOf(file))}
          />
        ) : (
          '–'
        ),
    },
  ];
  const chosen = artifacts.filter((file) => drawn.has(keyOf(file)));
  return (
    <div className="stack">
      {chosen.length === 0 ? null : <Spectra files={chosen} />}
      <CardTable caption={t.title} columns={columns} rows={artifacts} keyOf={keyOf} />
      {next === null ? null : <p className="muted small">{t.more(artifacts.length)}</p>}
    </div>
  );
}

function canBeDrawn({ kind, size_bytes: bytes }: Artifact): boolean {
  return kind === SPECTRUM_KIND && bytes <= MOST_DRAWN_BYTES;
}

function keyOf({ task_id: task, path }: Artifact): string {
  return `${task} ${path}`;
}

function FileLink({ file: { path, sha256 } }: { readonly file: Artifact }) {
  return (
    <a className="code" href={artifactAddress(sha256)} download={path.replaceAll('/', '_')}>
      {path}
    </a>
  );
}
