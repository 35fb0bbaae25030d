import type { CitationStyle } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Dialog } from '@almagest/ui/components/dialog';
import { Loaded } from '@almagest/ui/components/page-states';
import { useMessages, defineMessages } from '@almagest/ui/messages';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../api.ts';
import { useAction } from '../../use-action.ts';
import type { PaperActions } from './use-paper-actions.ts';

const styleMessages = defineMessages({
  title: { en: 'Citation styles', zh: '引文样式' },
  why: {
    en: 'Upload a CSL file (.csl), then save the selected papers as a bibliography in this style.',
    zh: '上传 CSL 文件（.csl），然后将所选论文按此样式保存为参考文献。',
  },
  none: { en: 'No citation styles yet.', zh: '尚无引文样式。' },
  loading: { en: 'Loading citation styles…', zh: '正在加载引文样式…' },
  text: { en: 'Text', zh: '文本' },
  html: { en: 'HTML', zh: 'HTML' },
  saveIn: {
    en: (format: string, title: string) => `${format}: ${title}`,
    zh: (format: string, title: string) => `${format}：${title}`,
  },
  upload: { en: 'Upload style', zh: '上传样式' },
  uploaded: { en: (title: string) => `Style uploaded: ${title}`, zh: (title: string) => `已上传样式：${title}` },
  delete: { en: 'Delete', zh: '删除' },
  deleteOf: { en: (title: string) => `Delete: ${title}`, zh: (title: string) => `删除：${title}` },
  deleted: { en: 'Style deleted.', zh: '已删除样式。' },
  close: { en: 'Close', zh: '关闭' },
});

const stylesQuery = queryOptions({
  queryKey: ['styles'],
  queryFn: async ({ signal }) => (await api.get('/api/library/styles', { signal })).styles,
});

interface Props {
  readonly chosen: readonly string[];
  readonly actions: PaperActions;
  readonly onClose: () => void;
}

/** Uploads and deletes citation styles, and saves the chosen papers as a bibliography in one of these styles. */
export default function CitationStylesDialog({ chosen, actions, onClose }: Props) {
  const t = useMessages(styleMessages);
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div className="stack">
        <p className="muted">{t.why}</p>
        <Loaded query={useQuery(stylesQuery)} loading={t.loading}>
          {(styles) => (
            <>
              {styles.length === 0 ? <p className="muted small">{t.none}</p> : null}
              <ul className="tree">
                {styles.map((style) => (
                  <Style key={style.id} style={style} chosen={chosen} actions={actions} />
                ))}
              </ul>
            </>
          )}
        </Loaded>
        <div className="dialog-buttons">
          <Upload />
          <Button kind="primary" onClick={onClose}>
            {t.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Style({ style: { id, title }, chosen, actions }: Omit<Props, 'onClose'> & { readonly style: CitationStyle }) {
  const t = useMessages(styleMessages);
  const action = useAction();
  const remove = async () => {
    await api.delete('/api/library/styles/{id}', { params: { id: String(id) } });
    return { told: t.deleted };
  };
  return (
    <li className="item">
      <span className="entry">
        <span className="clipped">{title}</span>
      </span>
      {(['text', 'html'] as const).map((format) => (
        <Button
          key={format}
          kind="quiet"
          aria-label={t.saveIn(t[format], title)}
          isBlocked={actions.isPending}
          onClick={() => actions.export(chosen, format, { csl: id })}
        >
          {t[format]}
        </Button>
      ))}
      <Button kind="quiet" aria-label={t.deleteOf(title)} onClick={() => action.mutate(remove)}>
        {t.delete}
      </Button>
    </li>
  );
}

function Upload() {
  const t = useMessages(styleMessages);
  const action = useAction();
  const input = useRef<HTMLInputElement>(null);
  const upload = async (file: File) => {
    const { title } = await api.post('/api/library/styles', { body: { csl: await file.text() } });
    return { told: t.uploaded(title) };
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t.upload}
        accept=".csl,.xml"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) action.mutate(async () => await upload(file));
          target.value = '';
        }}
      />
      <Button isBlocked={action.isPending} onClick={() => input.current?.click()}>
        {t.upload}
      </Button>
    </>
  );
}
