import { gzipSync } from 'node:zlib';
import { GOOD, GOOD_PATHS, KNOWN, type OperationName } from './good-requests.ts';

/** A request that must be refused, and the names that the refusal must contain. */
export interface BadRequest {
  readonly name: OperationName;
  readonly what: string;
  readonly status: number;
  readonly names: string | RegExp;
  /** Raw values of path parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const MAX_JSON_BYTES = 2 * 1024 * 1024;

const ODD: readonly unknown[] = [[], {}, { a: 1 }];
const NO_TEXT = [...ODD, 7, true, null];
const NO_FLAG = [...ODD, 'true', 1, null];
const NO_NAME = ['', ' ', 'a\0b', '\ud800', 'x'.repeat(201)];
const NO_CODE = [undefined, ...NO_TEXT, '', 'a\0b', 'x'.repeat(513)];
const NO_NOTE_ID = [undefined, ...ODD, '1', null, 0, -1, 0.5, 2 ** 31, 1e300];
const NO_NOTE = [...NO_TEXT, 'a\0b', 'x'.repeat(100_001)];
const NO_SPEECH = [undefined, ...NO_TEXT, '', ' \n', 'a\0b', '\ud800', 'x'.repeat(20_001)];

export const JSON_OPERATIONS = Object.keys(GOOD) as OperationName[];

function brokenBodies(name: OperationName): BadRequest[] {
  const bad = (what: string, status: number, names: RegExp, more: Partial<BadRequest>): BadRequest => {
    return { name, what, status, names, path: GOOD_PATHS[name] ?? {}, ...more };
  };
  const good = JSON.stringify(GOOD[name]);
  const json = { 'content-type': 'application/json' };
  const huge = `{"x":"${'x'.repeat(MAX_JSON_BYTES)}"}`;
  const limit = new RegExp(String(MAX_JSON_BYTES));
  return [
    bad('no body', 400, /body/, {}),
    bad('JSON cut short', 400, /JSON/, { body: good.slice(0, -1) }),
    bad('JSON with a trailing comma', 400, /JSON/, { body: `${good.slice(0, -1)},}` }),
    bad('two JSON texts', 400, /JSON/, { body: good + good }),
    bad('a body that is not UTF-8', 400, /JSON/, { body: Buffer.from([0xff, 0xfe, 0x00]) }),
    bad('a NUL', 400, /JSON/, { body: '\0' }),
    bad('form fields instead of JSON', 400, /JSON/, { body: `bibcode=${KNOWN}` }),
    ...['null', '7', '"text"', 'true'].map((body) => bad(`the JSON ${body}`, 400, /^body: must be object$/, { body })),
    bad('an array', 400, /body: must be object/, { body: `[${good}]` }),
    bad('a body over the limit', 413, limit, { body: huge }),
    bad('a small compressed body that exceeds the limit when decompressed', 413, limit, {
      body: gzipSync(huge),
      headers: { ...json, 'content-encoding': 'gzip' },
    }),
    bad('a broken gzip stream', 400, /./, { body: good, headers: { ...json, 'content-encoding': 'gzip' } }),
    bad('an unknown encoding', 400, /klingon/, { body: good, headers: { ...json, 'content-encoding': 'klingon' } }),
    bad('nesting a hundred thousand deep', 400, /body/, { body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
  ];
}

const NO_ID = [...ODD, '1', 0, -1, 0.5, 2 ** 31, 1e300];
const NO_TAGS = [...ODD, 'x', 7, null, [], ...NO_NAME.map((name) => [name]), Array.from({ length: 101 }, () => 't')];
const NO_PAPERS = [...ODD, 'x', 7, null, [], [7], [''], ['a\0b'], Array.from({ length: 10_001 }, () => 'x')];

/** Invalid values for each field. `undefined` omits the field. */
const FIELDS: Partial<Record<OperationName, Record<string, readonly unknown[]>>> = {
  exportBibtex: {
    bibcodes: [
      undefined,
      ...NO_TEXT,
      'x',
      [7],
      [''],
      [null],
      ['a\0b'],
      ['x'.repeat(513)],
      Array(10_001).fill('x'),
      Array(500_000).fill(''),
    ],
  },
  downloadPaper: { bibcode: NO_CODE, force: NO_FLAG },
  markNoResource: { bibcode: NO_CODE, clear: NO_FLAG },
  addPaper: {
    identifier: [undefined, ...NO_CODE.filter((code) => code !== undefined)],
    title: [...NO_TEXT, '', ' ', 'a\0b', '\ud800', 'x'.repeat(2_001), 'described twice'],
    authors: [...ODD.slice(1), 'A, B.', null, [7], [''], ['a\0b'], ['described twice']],
    year: [...NO_TEXT, '', '99', '20111', '2011'],
    pub_journal: [...NO_TEXT, 'a\0b', 'x'.repeat(1_001), 'described twice'],
    doctype: [...NO_TEXT, '', 'poem', 'book'],
    doi: [...NO_TEXT, 'a\0b', 'x'.repeat(501)],
    abstract: [...NO_TEXT, 'a\0b', 'x'.repeat(100_001)],
  },
  keepApart: { bibcodes: [...NO_PAPERS, [KNOWN]], apart: NO_FLAG },
  mergePapers: { keep: NO_CODE, merge: NO_PAPERS },
  createAlert: {
    name: [...NO_TEXT, ...NO_NAME],
    q: [undefined, ...NO_TEXT, '', ' ', 'a\0b', '\ud800', 'x'.repeat(1_001)],
    source: [undefined, ...NO_TEXT, '', 'ads'],
    schedule: [undefined, ...NO_TEXT, '', 'hourly'],
  },
  createBibliography: {
    collection: [...NO_ID.filter((id) => id !== undefined), null],
    tag: [...NO_TEXT, '', 'a\0b', '\ud800'],
  },
  addCitationStyle: { csl: [undefined, ...NO_TEXT, '', 'a\0b', '\ud800', 'x'.repeat(500_001)] },
  changeKeyPattern: {
    key_pattern: [
      undefined,
      ...NO_TEXT,
      '',
      'plain',
      '{',
      '{author',
      '{author}}',
      '{doi}',
      'a{year} b',
      'x'.repeat(101),
    ],
  },
  changeCitationKey: {
    bibcode: NO_CODE,
    key: [undefined, ...NO_TEXT, '', 'a b', 'a,b', 'a{b', 'a\\b', 'a%b', 'a\0b', 'x'.repeat(201)],
  },
  changeAlert: { name: [...NO_TEXT, ...NO_NAME], schedule: [...NO_TEXT, '', 'hourly'] },
  markAlertSeen: { bibcodes: NO_PAPERS, found_until: [...NO_TEXT, '', 'now', '2020-01-01'] },
  parsePaper: { bibcode: NO_CODE, force: NO_FLAG },
  recogniseText: {
    bibcode: NO_CODE,
    force: NO_FLAG,
    languages: [
      ...ODD,
      'eng',
      null,
      [],
      [7],
      [''],
      ['x'],
      ['../eng'],
      ['-l'],
      ['eng+deu'],
      ['a\0b'],
      ['x'.repeat(41)],
      Array(6).fill('eng'),
    ],
  },
  translatePaper: { bibcode: NO_CODE, force: NO_FLAG },
  translatePassage: { text: NO_SPEECH },
  setActivePaper: { bibcode: NO_CODE },
  addNote: {
    bibcode: NO_CODE,
    paragraph_index: [undefined, ...ODD, '0', null, -1, 0.5, 1e300],
    note_text: [undefined, ...NO_TEXT, 'a\0b', 'x'.repeat(100_001)],
    highlight_color: [undefined, ...NO_TEXT, '', 'red'],
    selected_text: [undefined, ...NO_TEXT, 'a\0b', 'x'.repeat(100_001)],
    side: [...NO_TEXT, '', 'left'],
  },
  restoreNote: { id: NO_NOTE_ID },
  locatePassage: { bibcode: NO_CODE, text: NO_SPEECH, near: [...ODD, '5', null, -1, 0.5, 1e300] },
  associateTarget: { bibcode: NO_CODE, name: [undefined, ...NO_TEXT, ...NO_NAME] },
  extractTargets: {
    text: [...NO_TEXT, '', ' \n', 'x'.repeat(2_000_001)],
    bibcode: NO_CODE.filter((code) => code !== undefined),
    associate: NO_FLAG,
  },
  changeNote: { id: NO_NOTE_ID, note_text: NO_NOTE, highlight_color: [...NO_TEXT, '', 'red'] },
  askLibrary: {
    question: [undefined, ...NO_TEXT, '', ' \n', 'a\0b', '\ud800', 'x'.repeat(4_001)],
    limit: [...ODD, '5', null, 0, -1, 21, 0.5, 1e300],
  },
  askPapers: {
    question: [undefined, ...NO_TEXT, '', ' \n', 'a\0b', '\ud800', 'x'.repeat(4_001)],
    bibcode: NO_CODE.filter((code) => code !== undefined),
    collection_id: NO_ID,
    limit: [...ODD, '5', null, 0, -1, 21, 0.5, 1e300],
  },
  askFigure: {
    bibcode: NO_CODE,
    figure: [undefined, ...ODD, true, null, '', 0, -1, 1.5, 10_001, 'x'.repeat(201)],
    question: [undefined, ...NO_TEXT, '', ' ', 'x'.repeat(4_001)],
  },
  chatWithAgent: {
    question: NO_SPEECH,
    session_id: [...ODD, 7, true, '', 'x'.repeat(201)],
    thinking: NO_FLAG,
    permission_mode: [...NO_TEXT, '', 'all'],
  },
  answerQuestion: { question_id: [undefined, ...NO_TEXT, '', 'x'.repeat(201)], answer: NO_SPEECH },
  allowForSession: { question_id: [undefined, ...NO_TEXT, '', 'x'.repeat(201)] },
  createCollection: { name: [undefined, ...NO_TEXT, ...NO_NAME], parent_id: NO_ID },
  changeCollection: { name: [...NO_TEXT, ...NO_NAME], parent_id: NO_ID },
  changeCollectionPapers: { add: NO_PAPERS, remove: NO_PAPERS },
  changePaperTags: { bibcodes: [undefined, ...NO_PAPERS], add: NO_TAGS, remove: NO_TAGS },
  renameTag: { name: [undefined, ...NO_TEXT, '', 'a\0b', '\ud800'], new_name: [undefined, ...NO_TEXT, ...NO_NAME] },
  markPapers: {
    bibcodes: [undefined, ...NO_PAPERS],
    reading_state: [...NO_TEXT, '', 'done'],
    is_starred: NO_FLAG,
  },
  trashPapers: { bibcodes: [undefined, ...NO_PAPERS] },
  restorePapers: { bibcodes: [undefined, ...NO_PAPERS] },
  runMetaSync: {
    q: [undefined, ...NO_TEXT, '', ' ', 'a\0b', '\ud800', 'x'.repeat(1_001)],
    source: [undefined, ...NO_TEXT, '', 'ads'],
    limit: [undefined, ...ODD, '1', null, 0, -1, 0.5, 50_001],
  },
  runAssetBatch: {
    action: [undefined, ...NO_TEXT, '', 'upload'],
    scope: [undefined, ...NO_TEXT, '', 'some'],
    sort_order: [...ODD, 7, '', 'title'],
    limit_count: [...ODD, '1', 0, -1, 0.5, 1e300],
  },
};

function badFields(): BadRequest[] {
  return Object.entries(FIELDS).flatMap(([name, fields]) =>
    Object.entries(fields).flatMap(([field, values]) =>
      values.map((value) => ({
        name: name as OperationName,
        what: `${field} ${value === undefined ? 'left out' : JSON.stringify(value).slice(0, 40)}`,
        status: 400,
        names: field,
        path: GOOD_PATHS[name as OperationName] ?? {},
        body: JSON.stringify({ ...GOOD[name as OperationName], [field]: value }),
      })),
    ),
  );
}

/** Returns requests for unknown sessions and questions, and for invalid session ids. */
function unknownSessions(): BadRequest[] {
  const ids = ['absent', '0', '00000000-0000-4000-8000-000000000000', '%00', "'or'1'='1", '..%2f..%2fetc'];
  const of = (['readSession', 'deleteSession', 'stopSession', 'readAudit', 'readSteps'] as const).flatMap((name) => [
    ...ids.map((id): BadRequest => {
      return { name, what: `id ${id}`, status: 404, names: /there is no session/, path: { id } };
    }),
    ...['x'.repeat(201), ...NO_ENCODING].map((id): BadRequest => {
      return { name, what: `id ${id.slice(0, 20)}`, status: 400, names: /id|path/, path: { id } };
    }),
  ]);
  const body = (name: OperationName, change: object) => JSON.stringify({ ...GOOD[name], ...change });
  const session = body('chatWithAgent', { session_id: 'absent' });
  const what = 'an unknown id';
  const again = {
    name: 'chatWithAgent',
    status: 400,
    names: /Last-Event-ID/,
    headers: { 'last-event-id': '1' },
  } as const;
  return [
    ...of,
    { name: 'chatWithAgent', what, status: 404, names: /there is no session absent/, body: session },
    { name: 'answerQuestion', what, status: 404, names: /there is no question x/, body: body('answerQuestion', {}) },
    { ...again, what: 'Last-Event-ID without a session', body: body('chatWithAgent', {}) },
    { ...again, what: 'an odd Last-Event-ID', body: session, headers: { 'last-event-id': '1e3' } },
  ];
}

export const NO_ENCODING = ['%', '%zz', '%ff', '%c0%ae%c0%ae'];

function badPaths(): BadRequest[] {
  const figure =
    (param: string, names: RegExp, status: number) =>
    (value: string): BadRequest => {
      const path = { bibcode: encodeURIComponent(KNOWN), name: 'x1.png', [param]: value };
      return { name: 'readFigure', what: `${param} ${value.slice(0, 40)}`, status, names, path };
    };
  const query = (value: string): BadRequest => {
    return { name: 'deleteQuery', what: `id ${value}`, status: 400, names: /id|path/, path: { id: value } };
  };
  const file =
    (status: number) =>
    (value: string): BadRequest => {
      const what = `file ${value.slice(0, 40)}`;
      return { name: 'readReaderFile', what, status, names: /path|has no file/, path: { file: value } };
    };
  const outside = ['..%2f..%2fetc%2fpasswd', '%2fetc%2fpasswd', 'a%5cb', 'a%00', '.hidden', '%2e%2e', 'n'.repeat(201)];
  return [
    ...[...outside, ...NO_ENCODING].map(figure('name', /name|path/, 400)),
    ...['absent', 'a%20b', '%C3%A9'.repeat(150), '*', "'or'1'='1"].map(figure('name', /has no figure/, 404)),
    ...['a%00', 'x'.repeat(513), ...NO_ENCODING].map(figure('bibcode', /bibcode|path/, 400)),
    ...['absent', '..%2f..%2fetc', "'or'1'='1"].map(figure('bibcode', /no paper is known/, 404)),
    ...['x', '-1', '1.5', '1e3', '0x1', '9999999999', '%00', '1%20', ...NO_ENCODING].map(query),
    ...['a%00', 'x'.repeat(513), ...NO_ENCODING].map((value): BadRequest => {
      const what = `bibcode ${value.slice(0, 40)}`;
      return { name: 'showPaper', what, status: 400, names: /bibcode|path/, path: { bibcode: value } };
    }),
    ...[...outside, 'absent', 'constructor', 'index.html'].map(file(404)),
    ...NO_ENCODING.map(file(400)),
    { name: 'deleteQuery', what: 'an unused id', status: 404, names: /no saved query/, path: { id: '999999999' } },
  ];
}

export const BAD_REQUESTS: readonly BadRequest[] = [
  ...JSON_OPERATIONS.flatMap(brokenBodies),
  ...badFields(),
  ...badPaths(),
  ...unknownSessions(),
];
