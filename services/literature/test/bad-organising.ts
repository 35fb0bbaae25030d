import { NO_ENCODING, type BadRequest } from './bad-requests.ts';
import { KNOWN, type OperationName } from './good-requests.ts';

const ALERT_OPERATIONS: readonly (readonly [OperationName, object?])[] = [
  ['changeAlert', { name: 'n' }],
  ['deleteAlert'],
  ['restoreAlert'],
  ['checkAlert'],
  ['listAlertPapers'],
  ['markAlertSeen', {}],
  ['createAlertFeed'],
  ['deleteAlertFeed'],
];

type Of = (name: OperationName, status: number, names: RegExp, body?: object, id?: string) => BadRequest;

function badFilesAndSearches(of: Of, ids: readonly string[]): BadRequest[] {
  const search = { name: 'n', search: {} };
  const changes: readonly (readonly [OperationName, RegExp, object?])[] = [
    ['changePaperFile', /no file 7/, { label: 'l' }],
    ['trashPaperFile', /no file 7/],
    ['restorePaperFile', /no file 7/],
    ['changeSearch', /no saved search 7/, { name: 'n' }],
    ['deleteSearch', /no saved search 7/],
  ];
  return [
    ...changes.flatMap(([name, names, body]) => [
      of(name, 404, names, body),
      ...ids.map((id) => of(name, 400, /id|path/, body, id)),
    ]),
    ...[0, -1, 1.5, '1', 1000, null].map((preprint_version) =>
      of('addPaperFile', 400, /preprint_version/, { bibcode: KNOWN, preprint_version }),
    ),
    of('addPaperFile', 404, /no known preprint|returned no PDF|looked up|known/, {
      bibcode: 'absent',
      preprint_version: 1,
    }),
    of('changePaperFile', 400, /is_chosen/, { is_chosen: false }),
    of('changePaperFile', 400, /version/, { version: 'draft' }),
    of('changePaperFile', 400, /label/, { label: 'x'.repeat(201) }),
    of('changePaperFile', 400, /label/, { label: 'a\0b' }),
    ...['', ' ', 'a\0b', '\ud800', 'x'.repeat(201), 7, null].flatMap((name) => [
      of('saveSearch', 400, /name/, { ...search, name }),
      of('changeSearch', 400, /name/, { name }),
    ]),
    ...[undefined, null, [], 'x', { sort: 'size' }, { tag: '\ud800' }, { words: '' }, { x: 1 }].map((one) =>
      of('saveSearch', 400, /search/, { name: 'n', search: one }),
    ),
    of('saveSearch', 404, /no collection 7/, { name: 'n', search: { collection: 7 } }),
    of('saveSearch', 400, /position/, { ...search, position: -1 }),
    ...['', 'bibcode=', 'bibcode=a%00b'].map((query): BadRequest => {
      return { name: 'listPaperFiles', what: `?${query}`, status: 400, names: 'bibcode', query };
    }),
    ...['file=0', 'file=x', 'file=1.5', 'file=99999999999'].map((query): BadRequest => {
      return {
        name: 'readPaperFile',
        what: query,
        status: 400,
        names: 'file',
        query: `bibcode=${KNOWN}&type=pdf&${query}`,
      };
    }),
  ];
}

function badLinkedLibraries(of: Of, ids: readonly string[]): BadRequest[] {
  const key = 'k'.repeat(24);
  const zotero = { kind: 'zotero', library: 'users/7', key };
  const badKeys = ['', 'short', 'a b'.repeat(8), 'x'.repeat(65), 7, null, []];
  const badLibraries = [undefined, '', 'users/0', 'users/x', 'groups/', '../users/7', 7, null, []];
  return [
    ...(['refreshLinkedLibrary', 'dismissRemovals', 'unlinkLibrary'] as const).flatMap((name) => [
      of(name, 404, /no linked library 7/),
      ...ids.map((id) => of(name, 400, /id|path/, undefined, id)),
    ]),
    ...[undefined, ...badKeys].map((one) => of('findZoteroLibraries', 400, /key/, { key: one })),
    ...badKeys.map((one) => of('linkLibrary', 400, /key/, { ...zotero, key: one })),
    ...badLibraries.map((library) => of('linkLibrary', 400, /library/, { ...zotero, library })),
    ...[undefined, '', 'mendeley', 7, null].map((kind) => of('linkLibrary', 400, /kind/, { ...zotero, kind })),
    of('linkLibrary', 400, /needs an API key/, { kind: 'zotero', library: 'users/7' }),
    of('linkLibrary', 400, /is not a library of scix/, { kind: 'scix', library: 'users/7' }),
    of('linkLibrary', 400, /is not a library of zotero/, { ...zotero, library: 'anIdOfSciX' }),
    of('linkLibrary', 400, /the key of this service/, { ...zotero, kind: 'scix', library: 'anIdOfSciX' }),
  ];
}

function badBibliographies(of: Of, ids: readonly string[]): BadRequest[] {
  const key = `key=${'x'.repeat(43)}`;
  return [
    of('createBibliography', 404, /no collection 7/, { collection: 7 }),
    of('createBibliography', 404, /no saved search 7/, { search: 7 }),
    of('createBibliography', 400, /only one of/, { search: 7, tag: 't' }),
    of('changeCitationKey', 404, /no paper is known as absent/, { bibcode: 'absent', key: 'k' }),
    of('deleteBibliography', 404, /no bibliography 7/),
    of('deleteCitationStyle', 404, /no citation style 7/),
    ...ids.map((id) => of('deleteBibliography', 400, /id|path/, undefined, id)),
    ...ids.map((id) => of('deleteCitationStyle', 400, /id|path/, undefined, id)),
    ...['', 'key=', 'key=x', `${key}&journals=x`, `${key}&letters=`, `${key}x`].map((query): BadRequest => {
      const names = /journals|letters/.exec(query)?.[0] ?? 'key';
      return { name: 'readBibliography', what: `?${query}`, status: 400, names, query, path: { file: '7.bib' } };
    }),
    ...['7', '7.pdf', '0.bib', 'x.bib', '7.bib.bib', '9999999999.bib'].map((file): BadRequest => {
      return { name: 'readBibliography', what: file, status: 400, names: 'file', query: key, path: { file } };
    }),
    ...['bib', 'ris', 'json'].map((extension): BadRequest => {
      const path = { file: `7.${extension}` };
      return {
        name: 'readBibliography',
        what: extension,
        status: 404,
        names: /may have been revoked/,
        query: key,
        path,
      };
    }),
    ...['', 'bibcode=', 'bibcode=a%00b'].map((query): BadRequest => {
      return { name: 'readCitationKey', what: `?${query}`, status: 400, names: 'bibcode', query };
    }),
    { name: 'readCitationKey', what: 'an unknown paper', status: 404, names: /absent/, query: 'bibcode=absent' },
  ];
}

/** Returns requests with unknown papers, collections and tags, and contradictory requests. */
export function badOrganising(): BadRequest[] {
  const of: Of = (name, status, names, body, id = '7') => {
    const what = `${JSON.stringify(body)?.slice(0, 60) ?? ''} of ${id}`;
    return { name, what, status, names, path: { id }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  };
  const ids = ['0', 'x', '-1', '1.5', '9999999999', '%00', ...NO_ENCODING];
  return [
    ...ids.map((id) => of('deleteCollection', 400, /id|path/, undefined, id)),
    of('deleteCollection', 404, /no collection 7/),
    ...ALERT_OPERATIONS.flatMap(([name, body]) => [
      of(name, 404, /no alert 7/, body),
      ...ids.map((id) => of(name, 400, /id|path/, body, id)),
    ]),
    ...badFilesAndSearches(of, ids),
    of('undoMerge', 404, /no merge 7/),
    ...ids.map((id) => of('undoMerge', 400, /id|path/, undefined, id)),
    of('keepApart', 404, /no paper is known as absent/, { bibcodes: [KNOWN, 'absent'] }),
    of('keepApart', 400, /the same paper/, { bibcodes: [KNOWN, KNOWN] }),
    of('mergePapers', 404, /no paper is known as absent/, { keep: KNOWN, merge: ['absent'] }),
    of('mergePapers', 409, /which is the paper to keep/, { keep: KNOWN, merge: [KNOWN] }),
    of('changeAlert', 400, /name, schedule or mail/, {}),
    of('changeAlertMail', 409, /mail is not configured/, { address: 'ada@observatory.example', schedule: 'daily' }),
    ...['', 'ada', 'ada@b@c', 'Ada <ada@b.c>', 'ada@b.c, eve@b.c', 'ada@b.c\r\nBcc: eve@b.c'].map((address) =>
      of('changeAlertMail', 400, /address/, { address, schedule: 'daily' }),
    ),
    ...(['showMailLink', 'useMailLink'] as const).flatMap((name): BadRequest[] => [
      { name, what: 'no key', status: 400, names: 'key', query: 'action=confirm' },
      { name, what: 'no action', status: 400, names: 'action', query: `key=${'x'.repeat(43)}` },
      { name, what: 'unknown', status: 404, names: /no longer works/, query: `action=confirm&key=${'x'.repeat(43)}` },
    ]),
    of('markAlertSeen', 400, /give either/, { bibcodes: [KNOWN], found_until: '2020-01-01T00:00:00Z' }),
    { name: 'listAlertPapers', what: 'no rows', status: 400, names: 'rows', path: { id: '7' }, query: 'rows=0' },
    ...['', 'key=', 'key=x', `key=${'x'.repeat(44)}`, `key=${'%00'.repeat(43)}`].map((query): BadRequest => {
      return { name: 'readAlertFeed', what: `?${query.slice(0, 20)}`, status: 400, names: 'key', query };
    }),
    { name: 'readAlertFeed', what: 'no feed', status: 404, names: /no feed/, query: `key=${'x'.repeat(43)}` },
    ...badBibliographies(of, ids),
    ...badLinkedLibraries(of, ids),
    of('changeCollection', 404, /no collection 7/, { name: 'n' }),
    of('createCollection', 404, /no collection 7/, { name: 'n', parent_id: 7 }),
    of('changeCollectionPapers', 404, /no collection 7/, { add: [KNOWN] }),
    of('changeCollectionPapers', 400, /add or remove/, {}),
    of('changePaperTags', 404, /no paper is known as absent/, { bibcodes: [KNOWN, 'absent'], add: ['t'] }),
    of('changePaperTags', 400, /add or remove/, { bibcodes: [KNOWN] }),
    of('changePaperTags', 400, /the same tag/, { bibcodes: [KNOWN], add: ['t'], remove: ['t '] }),
    of('renameTag', 404, /no paper has the tag 'a'/, { name: 'a', new_name: 'b' }),
    of('markPapers', 400, /reading_state or is_starred/, { bibcodes: [KNOWN] }),
    of('markPapers', 404, /no paper is known as absent/, { bibcodes: ['absent'], is_starred: true }),
    of('trashPapers', 404, /no paper is known as absent/, { bibcodes: ['absent'] }),
    of('restorePapers', 404, /no paper is known as absent/, { bibcodes: ['absent'] }),
    ...['name=', 'name=a%00b', 'name=a&name=b', ''].map((query): BadRequest => {
      return { name: 'deleteTag', what: `?${query}`, status: 400, names: 'name', query };
    }),
    { name: 'deleteTag', what: 'an unused tag', status: 404, names: /no paper has the tag/, query: 'name=x' },
    ...[
      'cursor=',
      'cursor=x',
      'cursor=bnVsbA',
      `cursor=${cursorOf({ key: 'x' })}`,
      `cursor=${cursorOf({ key: '9'.repeat(30) })}`,
      `cursor=${cursorOf({ sort: 'title' })}`,
      `cursor=${cursorOf({ order: 'asc' })}`,
      `cursor=${cursorOf({ id: -1 })}`,
    ].map((query): BadRequest => {
      return { name: 'listPapers', what: `?${query}`, status: 400, names: 'cursor', query };
    }),
    ...[
      'sort=size',
      'order=up',
      'limit=0',
      'limit=501',
      'in_trash=1',
      'is_starred=yes',
      'reading_state=done',
      'has_doi=',
      'year_from=x',
      'title=',
      'author=a%00b',
      'journal=',
      'words=',
      'tag=',
      'collection=0',
    ].map((query): BadRequest => {
      return { name: 'listPapers', what: `?${query}`, status: 400, names: query.split('=', 1)[0] ?? '', query };
    }),
    ...['sort=size', 'order=up', 'in_trash=1', 'directly_in=0', 'has_failed=no', 'bibcode=', 'limit=1'].map(
      (query): BadRequest => {
        return { name: 'listCodes', what: `?${query}`, status: 400, names: query.split('=', 1)[0] ?? '', query };
      },
    ),
    { name: 'listCodes', what: 'an unknown collection', status: 404, names: /no collection 7/, query: 'directly_in=7' },
    ...['q=', 'q=-a', 'highlight_color=red', 'anchor=gone', 'before=0', 'before=x', 'limit=501', 'collection=x'].map(
      (query): BadRequest => {
        const names = query.split('=', 1)[0] ?? '';
        return { name: 'listLibraryNotes', what: `?${query}`, status: 400, names, query };
      },
    ),
    { name: 'listLibraryNotes', what: 'an unknown paper', status: 404, names: /absent/, query: 'bibcode=absent' },
    of('exportSelection', 400, /format/, { format: 'docx', bibcodes: [KNOWN] }),
    of('exportSelection', 404, /no citation style 7/, { format: 'text', csl: 7, bibcodes: [KNOWN] }),
    of('exportSelection', 400, /csl/, { format: 'text', csl: 'x', bibcodes: [KNOWN] }),
    of('exportSelection', 400, /bibcodes/, { format: 'ris', bibcodes: [] }),
    of('exportSelection', 404, /no paper is known as absent/, { format: 'ris', bibcodes: [KNOWN, 'absent'] }),
    { name: 'listPapers', what: 'an unknown collection', status: 404, names: /no collection 7/, query: 'collection=7' },
  ];
}

function cursorOf(change: object): string {
  return Buffer.from(JSON.stringify({ sort: 'added', order: 'desc', key: '1', id: 1, ...change })).toString(
    'base64url',
  );
}
