import type { FullTextType } from '@almagest/contracts/literature';
import { useOpenedAtOnce } from '@almagest/ui/components/deferred-menu';
import { useMessages } from '@almagest/ui/messages';
import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useOpenPaper } from '../open-paper.ts';
import { FilesDialog } from '../files/files-dialog.tsx';
import { fileMessages } from '../files/messages.ts';
import { useRecognitionName } from '../quality/use-recognition-offer.ts';
import { actionMessages } from './messages.ts';
import type { PaperWork } from './use-paper-work.ts';
import '@almagest/ui/menu.css';

export function ActionList({ work }: { readonly work: PaperWork }) {
  const t = useMessages(actionMessages);
  const f = useMessages(fileMessages);
  const recognition = useRecognitionName();
  const [isListing, setListing] = useState(false);
  const { paper } = useOpenPaper().outline;
  const files = { pdf: useRef<HTMLInputElement>(null), html: useRef<HTMLInputElement>(null) };
  const { ref, trigger, menu } = useOpenedAtOnce();
  const isMarked = paper.pdf_error === 'no_resource';
  const mayHaveBoth = paper.is_downloaded && paper.pdf_error === undefined && paper.html_error === undefined;
  const choose = (type: FullTextType) => (
    <input
      ref={files[type]}
      type="file"
      hidden
      aria-label={type === 'pdf' ? t.uploadPdf : t.uploadHtml}
      accept={type === 'pdf' ? '.pdf' : '.html,.htm,.xhtml'}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file !== undefined) work.upload(type, file);
        target.value = '';
      }}
    />
  );
  return (
    <>
      {choose('pdf')}
      {choose('html')}
      <MenuTrigger {...trigger}>
        <Button ref={ref} className="button icon-only" aria-label={t.more} isPending={work.doing !== undefined}>
          <Ellipsis size={18} aria-hidden />
        </Button>
        <Popover className="menu-popover" placement="bottom end">
          <Menu className="menu" {...menu}>
            <MenuItem onAction={work.download}>{paper.is_downloaded ? t.downloadAgain : t.download}</MenuItem>
            {paper.is_downloaded ? (
              <MenuItem onAction={() => work.parse()}>{paper.has_markdown ? t.parseAgain : t.parse}</MenuItem>
            ) : null}
            {recognition === undefined ? null : <MenuItem onAction={work.recognise}>{recognition}</MenuItem>}
            {mayHaveBoth ? <MenuItem onAction={() => work.parse('html')}>{t.parseHtml}</MenuItem> : null}
            {mayHaveBoth ? <MenuItem onAction={() => work.parse('pdf')}>{t.parsePdf}</MenuItem> : null}
            {paper.has_markdown ? (
              <MenuItem onAction={work.translate}>{paper.has_translation ? t.translateAgain : t.translate}</MenuItem>
            ) : null}
            <Separator />
            <MenuItem onAction={() => files.pdf.current?.click()}>{t.uploadPdf}</MenuItem>
            <MenuItem onAction={() => files.html.current?.click()}>{t.uploadHtml}</MenuItem>
            <MenuItem onAction={() => setListing(true)}>{f.open}</MenuItem>
            <MenuItem onAction={() => work.mark(isMarked)}>{isMarked ? t.lookAgain : t.noResource}</MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      {isListing ? <FilesDialog onClose={() => setListing(false)} /> : null}
    </>
  );
}
