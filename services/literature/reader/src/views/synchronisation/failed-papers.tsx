import type { LibraryPaper, LibraryPapers } from '@almagest/contracts/literature';
import { Button, buttonClass } from '@almagest/ui/components/button';
import { CardTable } from '@almagest/ui/components/card-table';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, SLOW } from '../../api.ts';
import { ListChanged } from '../../list-changed.tsx';
import { PaperLink } from '../../paper-link.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { failureOf, titleOf } from '../../paper-words.ts';
import { useAction, type Done } from '../../use-action.ts';
import { expectChange, useHeldList } from '../../use-held-list.ts';
import { failedMessages } from './failed-messages.ts';

const MOST_SHOWN = 20;

const failedQuery = queryOptions({
  queryKey: ['papers', 'failed'],
  queryFn: async ({ signal }) =>
    await api.get('/api/library/papers', { query: { has_failed: true, limit: MOST_SHOWN }, signal }),
});

/** Lists the papers without text, with the reason and a remedy. */
export function FailedPapers() {
  const t = useMessages(failedMessages);
  return (
    <Panel title={t.title}>
      <Loaded query={useQuery(failedQuery)} loading={t.loading}>
        {(failed) => <FailedList {...failed} />}
      </Loaded>
    </Panel>
  );
}

/** Holds the list, because a batch may change it while the user chooses a file for a row. */
function FailedList({ total, papers }: Pick<LibraryPapers, 'total' | 'papers'>) {
  const t = useMessages(failedMessages);
  const list = useHeldList('failed', papers);
  const shown = list.shown ?? papers;
  return (
    <>
      <div className="row">
        <span role="status">{shown.length === 0 ? t.none : t.number(total)}</span>
        {shown.length === 0 ? null : (
          <Link to="/library" search={{ has_failed: 'true' }}>
            {t.all}
          </Link>
        )}
        <ListChanged list={list} />
      </div>
      <div {...list.handlers}>{shown.length === 0 ? null : <Table papers={shown} />}</div>
    </>
  );
}

function Table({ papers }: { readonly papers: readonly LibraryPaper[] }) {
  const t = useMessages(failedMessages);
  return (
    <CardTable
      caption={t.title}
      rows={papers}
      keyOf={({ bibcode }) => bibcode}
      columns={[
        {
          title: t.paper,
          isHead: true,
          cell: (paper) => (
            <PaperLink bibcode={paper.bibcode}>
              <PaperTitle {...paper} />
            </PaperLink>
          ),
        },
        { title: t.cause, cell: (paper) => failureOf(paper) ?? '–' },
        { title: t.todo, isWide: true, cell: (paper) => t[remedyOf(paper)] },
        { title: t.actions, cell: (paper) => <Actions paper={paper} /> },
      ]}
    />
  );
}

type Remedy = 'person' | 'absent' | 'passing' | 'large' | 'noPaper' | 'unreadable';

/** Remedies by the code at the start of the error message. */
const REMEDIES: Readonly<Record<string, Remedy>> = {
  anti_bot: 'person',
  forbidden: 'person',
  not_found: 'absent',
  timeout: 'passing',
  rate_limited: 'passing',
  network: 'passing',
  too_large: 'large',
  invalid_format: 'noPaper',
};

function remedyOf(paper: LibraryPaper): Remedy {
  if (paper.is_downloaded) return 'unreadable';
  return REMEDIES[failureOf(paper)?.split(':', 1)[0] ?? ''] ?? 'absent';
}

function Actions({ paper }: { readonly paper: LibraryPaper }) {
  const t = useMessages(failedMessages);
  const action = useAction();
  const { bibcode } = paper;
  const title = titleOf(paper);
  const act = (run: () => Promise<Done>) => {
    expectChange();
    action.mutate(run);
  };
  const upload = async (file: File) => {
    const form = new FormData();
    form.set('bibcode', bibcode);
    form.set('type', 'pdf');
    form.set('file', file);
    await api.post('/api/upload', { form, ...SLOW });
    return { told: t.uploaded(title) };
  };
  const tryAgain = async () => {
    const after = paper.is_downloaded
      ? await api.post('/api/parse', { body: { bibcode, force: true }, ...SLOW })
      : await api.post('/api/download', { body: { bibcode, force: true }, ...SLOW });
    if ('markdown' in after || after.is_downloaded) return { told: t.got(title) };
    throw new Error(t.stillNot(title, after.html_error ?? after.pdf_error ?? ''));
  };
  const mark = async () => {
    await api.post('/api/no_resource', { body: { bibcode } });
    const undo = async () => await api.post('/api/no_resource', { body: { bibcode, clear: true } });
    return { told: t.marked(title), undo };
  };
  return (
    <span className="row">
      <label className={`${buttonClass()} file-button`}>
        <span aria-hidden>{t.uploadShort}</span>
        <input
          type="file"
          accept=".pdf,application/pdf"
          className="unseen"
          aria-label={t.upload(title)}
          disabled={action.isPending}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file !== undefined) act(async () => await upload(file));
            event.target.value = '';
          }}
        />
      </label>
      <Button needs="member" aria-label={t.again(title)} isBlocked={action.isPending} onClick={() => act(tryAgain)}>
        {t.againShort}
      </Button>
      {paper.is_downloaded ? null : (
        <Button needs="member" aria-label={t.mark(title)} isBlocked={action.isPending} onClick={() => act(mark)}>
          {t.markShort}
        </Button>
      )}
    </span>
  );
}
