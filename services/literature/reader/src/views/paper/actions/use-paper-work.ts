import type { FullTextType, StandardPaper } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { tellDone } from '@almagest/ui/notices';
import { useChange } from '@almagest/ui/use-change';
import { useState } from 'react';
import { copyText } from '../../../answers/copy-text.ts';
import { api, SLOW } from '../../../api.ts';
import { useOpenPaper } from '../open-paper.ts';
import { qualityMessages } from '../quality/messages.ts';
import { actionMessages } from './messages.ts';

/** Long enough for a book of 500 pages at a few seconds per page. */
const LONG = { timeoutMs: 3_600_000 } as const;

export type PaperWork = ReturnType<typeof usePaperWork>;

/**
 * Returns the actions that run on the service for the open paper. The old text stays visible until the new text is
 * ready.
 */
export function usePaperWork() {
  const t = useMessages(actionMessages);
  const q = useMessages(qualityMessages);
  const { paper } = useOpenPaper().outline;
  const { bibcode } = paper;
  const change = useChange({ queryKey: ['papers'] });
  const [doing, setDoing] = useState<string>();
  const run = (what: string, work: () => Promise<string | undefined>) => {
    setDoing(what);
    change.mutate(work, { onSettled: () => setDoing(undefined) });
  };
  return {
    /** The running action. */
    doing,
    download: () =>
      run(t.download, async () => {
        const body = { bibcode, force: paper.is_downloaded };
        return toldOf(await api.post('/api/download', { body, ...SLOW }), t);
      }),
    /** Runs every step that is missing before the text can be read. */
    read: () =>
      run(t.read, async () => {
        const fetched = await api.post('/api/download', { body: { bibcode }, ...SLOW });
        if (fetched.is_downloaded) await api.post('/api/parse', { body: { bibcode }, ...SLOW });
        return fetched.is_downloaded ? t.parsed : toldOf(fetched, t);
      }),
    parse: (source?: FullTextType) =>
      run(t.parse, async () => {
        const choice = source === undefined ? { force: paper.has_markdown } : { source };
        await api.post('/api/parse', { body: { bibcode, ...choice }, ...SLOW });
        return t.parsed;
      }),
    recognise: () => run(q.recognise, async () => (await recogniseText(paper), q.recognised)),
    translate: () =>
      run(t.translate, async () => {
        await api.post('/api/translate', { body: { bibcode, force: paper.has_translation }, ...SLOW });
        return t.translated;
      }),
    upload: (type: FullTextType, file: File) =>
      run(type === 'pdf' ? t.uploadPdf : t.uploadHtml, async () => {
        await sendFile(bibcode, type, file);
        // A scan cannot be parsed, but its upload is kept.
        tellDone(t.uploaded);
        await api.post('/api/parse', { body: { bibcode, source: type }, ...SLOW });
        return t.parsed;
      }),
    mark: (isMarked: boolean) =>
      run(t.noResource, async () => {
        const mark = async (clear: boolean) => await api.post('/api/no_resource', { body: { bibcode, clear } });
        await mark(isMarked);
        if (isMarked) return t.unmarked;
        tellDone(t.marked, () => change.mutate(async () => (await mark(true), t.unmarked)));
        return undefined;
      }),
    copyBibtex: () =>
      run(t.bibtex, async () => {
        const { bibtex } = await api.post('/api/export', { body: { bibcodes: [bibcode] }, ...SLOW });
        await copyText(bibtex);
        return t.copied;
      }),
  };
}

async function recogniseText({ bibcode, text_quality: quality }: StandardPaper): Promise<void> {
  await api.post('/api/paper/ocr', { body: { bibcode, force: quality?.ocr !== undefined }, ...LONG });
}

async function sendFile(bibcode: string, type: FullTextType, file: File): Promise<void> {
  const form = new FormData();
  form.append('bibcode', bibcode);
  form.append('type', type);
  form.append('file', file);
  await api.post('/api/upload', { form, ...SLOW });
}

type Words = ReturnType<typeof useMessages<typeof actionMessages>>;

function toldOf({ is_downloaded: isThere, pdf_error: pdf, html_error: html }: StandardPaper, t: Words): string {
  if (isThere) return t.downloaded;
  return t.notDownloaded([html, pdf].filter((why) => why !== undefined).join('; '));
}
