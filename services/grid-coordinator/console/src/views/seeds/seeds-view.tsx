import type { SeedSummary } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { TextField } from '@almagest/ui/components/field';
import { Empty, Failed, Loading } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { useFormats } from '@almagest/ui/use-formats';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { usePageTitle } from '@almagest/ui/page-title';
import { FolderImport } from './folder-import.tsx';
import { seedMessages } from './messages.ts';
import { Origin } from './origin.tsx';
import { seedsQuery } from './queries.ts';
import { VersionsDialog } from './versions-dialog.tsx';
import './seeds.css';

const route = getRouteApi('/seeds');

export function SeedsView() {
  const t = useMessages(seedMessages);
  usePageTitle(t.title);
  const { prefix = '', seed } = route.useSearch();
  const navigate = useNavigate();
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <FolderImport />
      <div className="seed-prefix">
        <TextField
          label={t.prefix}
          value={prefix}
          onChange={(text) =>
            void navigate({ to: '/seeds', search: text === '' ? {} : { prefix: text }, replace: prefix !== '' })
          }
          placeholder="t20000_g5.0"
          autoComplete="off"
        />
      </div>
      <SeedList prefix={useDeferredValue(prefix)} />
      {seed === undefined ? null : (
        <VersionsDialog
          name={seed}
          onClose={() => void navigate({ to: '/seeds', search: prefix === '' ? {} : { prefix } })}
        />
      )}
    </div>
  );
}

function SeedList({ prefix }: { readonly prefix: string }) {
  const t = useMessages(seedMessages);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(seedsQuery(prefix));
  if (data === undefined)
    return error === null ? <Loading>{t.loading}</Loading> : <Failed error={error} onRetry={() => void refetch()} />;
  const seeds = data.pages.flatMap((page) => page.seeds);
  if (seeds.length === 0)
    return (
      <Empty>
        <p>{prefix === '' ? <NoSeeds /> : t.noMatch}</p>
      </Empty>
    );
  return (
    <Panel title={t.title}>
      <SeedTable seeds={seeds} />
      {hasNextPage ? (
        <Button isBlocked={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.further}
        </Button>
      ) : null}
    </Panel>
  );
}

function NoSeeds() {
  const t = useMessages(seedMessages);
  return (
    <>
      <strong>{t.none}</strong> {t.noneWhy}
    </>
  );
}

function SeedTable({ seeds }: { readonly seeds: readonly SeedSummary[] }) {
  const t = useMessages(seedMessages);
  const navigate = useNavigate();
  const { byteSize, relativeChange } = useFormats();
  const columns: readonly CardColumn<SeedSummary>[] = [
    { title: t.name, isHead: true, cell: ({ name }) => <code className="seed-name">{name}</code> },
    {
      title: t.versions,
      isNumber: true,
      cell: ({ name, versions }) => (
        <Button
          kind="quiet"
          aria-label={`${t.versionsOf(name)}: ${versions}`}
          onClick={() => void navigate({ to: '/seeds', search: (search) => ({ ...search, seed: name }) })}
        >
          {versions}
        </Button>
      ),
    },
    { title: t.newest, cell: ({ newest }) => <Age time={newest.stored_at} /> },
    { title: t.origin, cell: ({ newest }) => <Origin {...newest} /> },
    { title: t.relc, isNumber: true, cell: ({ newest }) => relativeChange(newest.max_relc) },
    { title: t.size, isNumber: true, cell: ({ newest }) => byteSize(newest.size_bytes) },
  ];
  return <CardTable caption={t.title} columns={columns} rows={seeds} keyOf={({ name }) => name} />;
}
