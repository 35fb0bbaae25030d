import type { SeedVersion } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { Dialog } from '@almagest/ui/components/dialog';
import { Loaded } from '@almagest/ui/components/page-states';
import { LocalTime } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { useFormats } from '@almagest/ui/use-formats';
import { useQuery } from '@tanstack/react-query';
import { seedMessages } from './messages.ts';
import { seedVersionsQuery } from './queries.ts';
import { Origin } from './origin.tsx';

const SHOWN_DIGITS = 12;

export function VersionsDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const t = useMessages(seedMessages);
  return (
    <Dialog title={t.versionsOf(name)} onClose={onClose}>
      <Loaded query={useQuery(seedVersionsQuery(name))} loading={t.loading}>
        {(versions) => <VersionTable name={name} versions={versions} />}
      </Loaded>
      <div className="dialog-buttons">
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  );
}

function VersionTable({ name, versions }: { readonly name: string; readonly versions: readonly SeedVersion[] }) {
  const t = useMessages(seedMessages);
  const { byteSize, relativeChange } = useFormats();
  const columns: readonly CardColumn<SeedVersion>[] = [
    {
      title: t.version,
      isHead: true,
      cell: ({ sha256 }) => (
        <a
          href={`/api/seed/${encodeURIComponent(name)}?version=${sha256}`}
          aria-label={t.download(sha256.slice(0, SHOWN_DIGITS))}
          download={`${name}.7`}
        >
          <code>{sha256.slice(0, SHOWN_DIGITS)}</code>
        </a>
      ),
    },
    { title: t.newest, cell: ({ stored_at: time }) => <LocalTime time={time} /> },
    { title: t.origin, cell: (version) => <Origin {...version} /> },
    { title: t.relc, isNumber: true, cell: ({ max_relc: relc }) => relativeChange(relc) },
    { title: t.size, isNumber: true, cell: ({ size_bytes: bytes }) => byteSize(bytes) },
  ];
  return (
    <CardTable
      caption={t.versionsOf(name)}
      columns={columns}
      rows={versions}
      keyOf={({ sha256, workflow_name: workflow }) => `${sha256} ${workflow ?? ''}`}
    />
  );
}
