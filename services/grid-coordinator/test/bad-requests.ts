import { gridOperations } from '@almagest/contracts/grid';
import { brokenBodies } from './bad-bodies.ts';
import { badForms, badParts } from './bad-forms.ts';
import {
  BAD_TAILS,
  form,
  NO_COUNT,
  NO_NAME,
  NO_NUMBER,
  NO_TEXT,
  ODD,
  SUMMARY,
  TASK_LOG,
  type BadRequest,
  type OperationName,
} from './bad-values.ts';
import { METADATA } from './release-calls.ts';
import { configYaml } from './world.ts';

const YAML = configYaml();

/** A valid body of each operation with a JSON body. */
export const GOOD: Partial<Record<OperationName, Record<string, unknown>>> = {
  registerNode: { node_id: 'newcomer', max_slots: 4, registration_secret: 'gs_x' },
  checkNodeStatus: { node_id: 'n1', registration_secret: 'gs_x' },
  recordHeartbeat: { node_id: 'n1', active_slots: 0, cpu_usage: 1, memory_usage: 2 },
  setNodeQuota: { admin_max_slots: 4 },
  setScheduling: { priority: 1, share: 2, max_slots: null },
  extendGrid: { axis: 'teff', values: ['54321'] },
  addProduct: { product: { name: 'uv' }, dry_run: true },
  refineGrid: { points: [{ teff: '54321', logg: '5', loghe: '-1', logc: '-4', logn: '-4', logo: '-4' }] },
  validateWorkflow: { name: 'w', config_yaml: YAML },
  pauseClaims: { reason: 'x' },
  cancelTask: { hold: true, reason: 'x' },
  cancelNodeTasks: { hold: false, reason: null },
  releasePoints: { point: 'x' },
  login: { username: 'admin', password: 'x' },
  startOidc: { next: '/' },
  readLink: { token: 'absent' },
  useLink: { token: 'absent', password: 'a long password' },
  changePassword: { current: 'x', password: 'a long password' },
  createKey: { name: 'x', scope: 'read', expires_in_days: 1 },
  signInWithPasskey: { id: 'AA', client_data: 'AA', authenticator_data: 'AA', signature: 'AA', user_handle: 'AA' },
  addPasskey: { name: 'x', id: 'AA', client_data: 'AA', attestation: 'AA', transports: ['usb'] },
  renamePasskey: { name: 'x' },
  invitePerson: { user_name: 'x', display_name: 'x', role: 'viewer' },
  changePerson: { display_name: 'x', role: 'viewer', disabled: false },
  publishRelease: { slug: 'sdb', version: '1.0', metadata: METADATA },
  withdrawRelease: { note: 'x' },
  callMcp: { jsonrpc: '2.0', id: 1, method: 'ping' },
  createJoinKey: { name: 'x', pattern: 'n-*', max_nodes: 1, max_slots: 1, expires_in_hours: 1 },
  revokeJoinKey: { disable_nodes: false },
  returnTask: { task_id: '00000000-0000-4000-8000-000000000000', reason: 'x' },
  sendTaskLog: TASK_LOG,
  declareArtifacts: {
    task_id: '00000000-0000-4000-8000-000000000000',
    status: 'completed',
    converged: true,
    atmosphere_has_nan: false,
    artifacts: [{ path: 'a/b.txt', kind: 'a', product: null, sha256: 'a'.repeat(64), size_bytes: 3 }],
  },
  createWorkflow: { name: 'new', description: null, config_yaml: YAML },
  updateWorkflow: { name: 'w', description: null, config_yaml: YAML },
  createSubscription: {
    target: 'https://hooks.example.org/',
    events: ['workflow.completed'],
    workflow: 'w',
    description: 'x',
  },
  rearmPoints: { status: 'failed', method: 'cold_run', wave: 1, q: 'x', dry_run: false },
  judgePoint: { kind: 'checked', note: 'x', version: 'a'.repeat(64) },
  reproducePoints: { points: ['x'], note: 'x' },
};
export const JSON_OPERATIONS = Object.keys(GOOD) as OperationName[];

const ARTIFACT = { path: 'a', kind: 'a', product: null, sha256: 'a'.repeat(64), size_bytes: 3 };

function badArtifacts(): unknown[] {
  const fields = {
    path: [...NO_TEXT, '', '..', 'a/../b', '/a', 'a/', 'a//b', '.a', 'a\\b', 'a\u0000', 'a\u001f', 'p'.repeat(256)],
    kind: [...NO_TEXT, '', 'A', 'a b', 'k'.repeat(33)],
    product: [...ODD, 7, '', 'a b', 'a/b', 'p'.repeat(65)],
    sha256: [...NO_TEXT, '', 'A'.repeat(64), 'a'.repeat(63)],
    size_bytes: [...ODD, '3', null, -1, 1.5, 1e300],
  };
  return Object.entries(fields).flatMap(([field, values]) => values.map((value) => [{ ...ARTIFACT, [field]: value }]));
}

/** Text that is not base64url. */
const NO_BASE64 = [undefined, ...NO_TEXT, '', 'a b', 'a=', 'a+', 'a\u0000'];

/** Values that each field refuses. `undefined` omits the field. */
const FIELDS: Partial<Record<OperationName, Record<string, readonly unknown[]>>> = {
  registerNode: {
    node_id: [undefined, ...NO_NAME],
    max_slots: [undefined, null, 0, ...NO_COUNT],
    registration_secret: [...NO_TEXT, 's'.repeat(257)],
  },
  checkNodeStatus: { node_id: [undefined, ...NO_NAME], registration_secret: [undefined, ...NO_TEXT, ''] },
  recordHeartbeat: {
    node_id: [undefined, ...NO_NAME],
    active_slots: [undefined, null, ...NO_COUNT],
    cpu_usage: [undefined, ...NO_NUMBER],
    memory_usage: [undefined, ...NO_NUMBER],
  },
  setNodeQuota: { admin_max_slots: [undefined, ...NO_COUNT] },
  extendGrid: { axis: [undefined, ...NO_TEXT, 'teffs'], values: [undefined, ...ODD, [], ['hot'], [20000], '1'] },
  addProduct: { product: [undefined, [], { name: {} }, { name: null }, 'uv', 7], dry_run: [...ODD, 'yes'] },
  refineGrid: { points: [undefined, ...ODD, [], [{}], ['hot'], '1', [null]] },
  validateWorkflow: { name: [...NO_NAME], config_yaml: [undefined, ...NO_TEXT] },
  setScheduling: {
    priority: [...ODD, '1', 1.5, null, 1001],
    share: [null, 0, 1001, ...NO_COUNT],
    max_slots: [...ODD, '4', true, -1, 1.5, 1_000_001],
  },
  cancelTask: { hold: [...ODD, 'true', 1, null], reason: [...ODD, 7, 'a NUL \u0000', 'r'.repeat(1001)] },
  cancelNodeTasks: { hold: [...ODD, 'true', 1, null], reason: [...ODD, 7, 'a NUL \u0000'] },
  releasePoints: { point: [...NO_TEXT, '', 'a..b', '.p', 'p'.repeat(129)] },
  pauseClaims: { reason: [...ODD, 7, 'a NUL \u0000', 'r'.repeat(1001)] },
  login: { username: [undefined, ...NO_TEXT, ''], password: [undefined, ...NO_TEXT, ''] },
  startOidc: { next: [...NO_TEXT, 'n'.repeat(2001)], link: [...NO_TEXT, '', 't'.repeat(101)] },
  readLink: { token: [undefined, ...NO_TEXT, '', 't'.repeat(101)] },
  useLink: {
    token: [undefined, ...NO_TEXT, ''],
    password: [undefined, ...NO_TEXT, '', 'p'.repeat(11), 'p'.repeat(1025)],
  },
  changePassword: { current: [undefined, ...NO_TEXT], password: [undefined, ...NO_TEXT, '', 'p'.repeat(11)] },
  publishRelease: {
    slug: [undefined, ...NO_TEXT, '', 'A', 'a b', 'a/b'],
    version: [undefined, ...NO_TEXT, '', 'v1', '1.2.3.4'],
    metadata: [undefined, ...NO_TEXT, { ...METADATA, license: 'a b' }],
  },
  withdrawRelease: { note: [undefined, ...NO_TEXT, '', ' ', 'a NUL \u0000'] },
  createJoinKey: {
    name: [undefined, ...NO_TEXT, '', ' ', 'a NUL \u0000'],
    pattern: [...NO_TEXT, '', 'a b', 'a/b'],
    max_nodes: [...ODD, '1', null, 0, 1.5],
    expires_in_hours: [...ODD, '1', null, 0, 1.5],
  },
  revokeJoinKey: { disable_nodes: [...ODD, 'true', 1, null] },
  signInWithPasskey: {
    id: [...NO_BASE64, 'A'.repeat(1_365)],
    client_data: [...NO_BASE64, 'A'.repeat(4_097)],
    authenticator_data: [...NO_BASE64, 'A'.repeat(4_097)],
    signature: [...NO_BASE64, 'A'.repeat(8_193)],
    user_handle: [...NO_BASE64, 'A'.repeat(89)],
  },
  addPasskey: {
    name: [undefined, ...NO_TEXT, '', ' ', 'a NUL \u0000', 'n'.repeat(201)],
    id: NO_BASE64,
    client_data: NO_BASE64,
    attestation: [...NO_BASE64, 'A'.repeat(65_537)],
    transports: [undefined, {}, 'usb', 7, null, ['USB'], [7], Array.from({ length: 11 }, () => 'usb')],
  },
  renamePasskey: { name: [undefined, ...NO_TEXT, '', ' ', 'a NUL \u0000', 'n'.repeat(201)] },
  createKey: {
    name: [undefined, ...NO_TEXT, '', ' ', 'a NUL \u0000', 'n'.repeat(201)],
    scope: [undefined, ...NO_TEXT, 'write', ''],
    expires_in_days: [...ODD, '1', null, 0, 1.5, 3_651],
  },
  invitePerson: {
    user_name: [undefined, ...NO_TEXT, '', ' ', 'a b', 'a\u0000', 'a/b', 'n'.repeat(129)],
    display_name: [undefined, ...NO_TEXT, '', ' \n', 'a NUL \u0000', 'n'.repeat(201)],
    role: [undefined, ...NO_TEXT, 'reader', 'admin', ''],
  },
  changePerson: {
    display_name: [...NO_TEXT, '', 'a NUL \u0000'],
    role: [...NO_TEXT, 'member', ''],
    disabled: [...ODD, 'true', 1, null],
  },
  createWorkflow: {
    name: [undefined, ...NO_NAME],
    description: [...ODD, 7, true, 'a NUL \u0000', 'd'.repeat(10_001)],
    config_yaml: [undefined, ...NO_TEXT, '', 'a: [', 'a NUL \u0000', 'grid: {}', YAML.replace('20000', 'hot')],
  },
  updateWorkflow: {
    name: [undefined, ...NO_NAME, 'other'],
    description: [...ODD, 7, true, 'a NUL \u0000'],
    config_yaml: [undefined, ...NO_TEXT, '', 'a: [', 'a NUL \u0000'],
  },
  returnTask: {
    task_id: [undefined, ...NO_TEXT, '', '7', 'g0000000-0000-4000-8000-000000000000'],
    reason: [undefined, ...NO_TEXT, 'a NUL \u0000', 'r'.repeat(4001)],
  },
  sendTaskLog: { task_id: [undefined, ...NO_TEXT, '', '7'], stdout: BAD_TAILS, stderr: BAD_TAILS },
  declareArtifacts: {
    task_id: [undefined, ...NO_TEXT, '', '7'],
    status: [undefined, ...NO_TEXT, 'done'],
    converged: [undefined, 'yes', 1, null],
    atmosphere_has_nan: [undefined, 'no', 0, null],
    artifacts: [undefined, {}, 'a', [7], [{}], Array.from({ length: 1001 }, () => ARTIFACT), ...badArtifacts()],
  },
  createSubscription: {
    target: [
      undefined,
      ...NO_TEXT,
      '',
      ' ',
      'a NUL \u0000',
      'ftp://hooks.example.org/',
      'https://',
      'hooks.example.org',
      'https://hooks.example.org/#x',
      'Ann <ann@example.org>',
      'ann@example.org\nbcc: b@example.org',
      `https://hooks.example.org/${'p'.repeat(2_000)}`,
    ],
    events: [
      undefined,
      ...NO_TEXT,
      ['workflow.started'],
      ['notification.test'],
      ['workflow.stuck', 'workflow.stuck'],
      ['node.lost'],
      [7],
    ],
    workflow: [...ODD, 7, true, '', 'a b', 'w'.repeat(65)],
    description: [...ODD, 7, true, '', ' ', 'a NUL \u0000', 'd'.repeat(201)],
  },
  rearmPoints: {
    status: [...NO_TEXT, 'done', ''],
    method: [...NO_TEXT, 'imported'],
    wave: [...ODD, '1', 1.5, null, 1e300],
    q: [...NO_TEXT, 'a NUL \u0000', 'q'.repeat(257)],
    point: [...NO_TEXT, '', 'a..b', '.p', 'p'.repeat(129)],
    dry_run: [...ODD, 'true', 1, null],
  },
  judgePoint: {
    kind: [undefined, ...NO_TEXT, '', 'doubted'],
    note: [undefined, ...NO_TEXT, '', ' \n', 'a NUL \u0000', 'n'.repeat(2001)],
    version: [...NO_TEXT, '', 'abc', 'z'.repeat(8), 'a'.repeat(65)],
  },
  reproducePoints: {
    points: [
      undefined,
      ...ODD,
      'x',
      [],
      [7],
      ['a..b'],
      ['x', 'x'],
      Array.from({ length: 501 }, (_, place) => `p${place}`),
    ],
    note: [...NO_TEXT, '', ' \n', 'a NUL \u0000', 'n'.repeat(2001)],
  },
};

function badFields(): BadRequest[] {
  return Object.entries(FIELDS).flatMap(([name, fields]) =>
    Object.entries(fields).flatMap(([field, values]) =>
      values.map((value) => ({
        name: name as OperationName,
        what: `${field} ${value === undefined ? 'left out' : JSON.stringify(value).slice(0, 40)}`,
        status: 400,
        // Configuration errors are reported with their position.
        names: field === 'config_yaml' ? /config_yaml|grid/ : field === 'name' ? /name|workflow other/ : field,
        body: JSON.stringify({ ...GOOD[name as OperationName], [field]: value }),
      })),
    ),
  );
}

const NO_SEGMENT = ['a%20b', '..%2f..%2fetc%2fpasswd', '%2fetc%2fpasswd', 'a%5cb', 'a%00', '%C3%A9', '*', "'", 'a%0ab'];
const NO_ENCODING = ['%', '%zz', '%ff', '%c0%ae%c0%ae'];
const NO_POINT = [...NO_SEGMENT, '.hidden', '..', 'a..b', '%2e%2e', 'p'.repeat(129)];
const SEGMENTS: Readonly<Record<string, readonly string[]>> = {
  node_id: [...NO_SEGMENT, '.', '%2e%2e', 'n'.repeat(65)],
  name: [...NO_SEGMENT, '.', '%2e%2e', 'w'.repeat(65)],
  point: NO_POINT,
  id: [...NO_SEGMENT, 'x', '7', '0b5d7a4e-4f0c-4c59-9d9a-3d6b2c1f7a5', '0B5D7A4E-4F0C-4C59-9D9A-3D6B2C1F7A55'],
  slug: [...NO_SEGMENT, 'A', '-a'],
  version: [...NO_SEGMENT, 'v1', '1.2.3.4'],
  key: [...NO_SEGMENT, 'x', '7', '0B5D7A4E-4F0C-4C59-9D9A-3D6B2C1F7A55'],
  sha256: [...NO_SEGMENT, 'a'.repeat(63), 'A'.repeat(64)],
  task_id: [...NO_SEGMENT, '7'],
  reproduction_id: [...NO_SEGMENT, 'x', '0', '-1', '1.5', '9'.repeat(16)],
};

function badPaths(): BadRequest[] {
  return Object.entries(gridOperations).flatMap(([key, operation]) => {
    const name = key as OperationName;
    const body = GOOD[name] === undefined ? {} : { body: JSON.stringify(GOOD[name]) };
    const params = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
    return operation.failures === 'text'
      ? []
      : params.flatMap((param) => [
          ...(SEGMENTS[param] ?? []).map((value) => {
            return { name, what: `${param} ${value}`, status: 400, names: param, path: { [param]: value }, ...body };
          }),
          ...NO_ENCODING.map((value) => {
            return { name, what: `${param} ${value}`, status: 400, names: 'path', path: { [param]: value }, ...body };
          }),
        ]);
  });
}

function badFiles(): BadRequest[] {
  const bad = (name: OperationName, param: string, status: number) => (value: string) => ({
    name,
    what: value.length > 60 ? `${value.slice(0, 40)}... of ${value.length}` : value,
    status,
    names: status === 404 ? /no / : /name|path|sha256/,
    path: { [param]: value },
  });
  const traversal = ['..%2f..%2fserver-secret', '%2e%2e%2fx', 'a%5c..%5cb', 'a%00', '%2fetc%2fpasswd', ...NO_ENCODING];
  const outside = ['../x', 'a/../../x', '/etc/passwd', 'a//b', './a', 'a/.', '.hidden', 'a/.git/config', 'a%5cb'];
  return [
    ...[...traversal, 'a..b', '..', 's'.repeat(129), 'a%20b', '%C3%A9', '*', "'or'1'='1"].map(
      bad('downloadSeed', 'name', 400),
    ),
    ...['absent', 's'.repeat(128), 'a.b.c.'].map(bad('downloadSeed', 'name', 404)),
    ...[...traversal, ...outside, 'f'.repeat(256)].map(bad('downloadDataFile', 'filename', 400)),
    ...['absent', 'a/b/c', 'd/'.repeat(3000) + 'f', 'f'.repeat(255), '%C3%A9'].map(
      bad('downloadDataFile', 'filename', 404),
    ),
    ...[...traversal, 'a'.repeat(63), 'A'.repeat(64), 'a'.repeat(65)].map(bad('downloadArtifact', 'sha256', 400)),
    bad('downloadArtifact', 'sha256', 404)('a'.repeat(64)),
    bad('downloadLineList', '', 404)('no line list in the folder'),
  ];
}

/**
 * Returns bad requests for published grids. These operations answer before any credential is checked, because published
 * grids are public.
 */
function badReleases(): BadRequest[] {
  const names: OperationName[] = [
    'showLatestRelease',
    'showRelease',
    'downloadReleaseFile',
    'downloadReleaseSpectrum',
    'interpolateReleased',
    'querySpectra',
    'readCapabilities',
    'readAvailability',
    'readTables',
    'readResource',
  ];
  return names.flatMap((name) =>
    [...NO_SEGMENT, 'A'].map((slug) => ({ name, what: `slug ${slug}`, status: 400, names: 'slug', path: { slug } })),
  );
}

const NO_TASK = '00000000-0000-4000-8000-000000000000';

function badQueries(): BadRequest[] {
  const texts = ['', 'x', '1.5', '1e3', '0x10', '%201', '--1', `${'9'.repeat(30)}x`];
  const shapes = (key: string) => [`${key}=1&${key}=2`, `${key}[]=1`, `${key}[a]=1`];
  const queries: [OperationName[], string, string[]][] = [
    [['listPoints', 'exportPoints'], 'status', ['status=done', 'status=', 'status=FAILED', ...shapes('status')]],
    [['listPoints', 'exportPoints'], 'method', ['method=imported', 'method=', ...shapes('method')]],
    [['listPoints', 'exportPoints'], 'wave', texts.map((text) => `wave=${text}`)],
    [['listPoints', 'exportPoints'], 'q', [`q=${'q'.repeat(257)}`, 'q=%00', ...shapes('q')]],
    [['listPoints'], 'sort', ['sort=name', 'sort=', 'sort=wave;drop', ...shapes('sort')]],
    [['listPoints'], 'order', ['order=up', 'order=', 'order=ASC']],
    [['listPoints', 'listRunningTasks'], 'limit', [...texts.map((text) => `limit=${text}`), ...shapes('limit')]],
    [['listRunningTasks'], 'after', ['after=', 'after=7', 'after=absent', ...shapes('after')]],
    [['listRunningTasks'], 'node', ['node=', 'node=a%20b', ...shapes('node')]],
    [['listRunningTasks'], 'overrun', ['overrun=', 'overrun=yes', ...shapes('overrun')]],
    [['listPoints'], 'offset', [...texts, '-1'].map((text) => `offset=${text}`)],
    [['listArtifacts', 'listAssets'], 'limit', texts.map((text) => `limit=${text}`)],
    [['listArtifacts'], 'after', ['after=', 'after=x', 'after=%00', 'after=WzEsMiwzXQ', ...shapes('after')]],
    [['listAssets'], 'after', ['after=%00', ...shapes('after')]],
    [['listSeeds'], 'prefix', ['prefix=a%20b', 'prefix=%00', ...shapes('prefix')]],
    [['listSeeds'], 'limit', texts.map((text) => `limit=${text}`)],
    [['listSeeds'], 'after', ['after=', 'after=..', ...shapes('after')]],
    [['listAssets'], 'path', ['path=%00', ...shapes('path')]],
    [['listArtifacts'], 'kind', ['kind=', 'kind=A', 'kind=%00', ...shapes('kind')]],
    [['listArtifacts'], 'product', ['product=', 'product=a%20b', 'product=%00']],
    [['listArtifacts'], 'point', ['point=', 'point=..', 'point=%00']],
    [['listArtifacts', 'uploadArtifact'], 'task_id', ['task_id=', 'task_id=7', ...shapes('task_id')]],
    [['uploadArtifact'], 'offset', [...texts, '-1'].map((text) => `task_id=${NO_TASK}&offset=${text}`)],
    [['approveNode'], 'applied_at', ['applied_at=', 'applied_at=yesterday', ...shapes('applied_at')]],
    [['readFleetHistory'], 'hours', texts.map((text) => `hours=${text}`)],
    [['readProgress'], 'hours', [...texts.map((text) => `hours=${text}`), ...shapes('hours')]],
    [['listReproductions'], 'status', ['status=done', 'status=', ...shapes('status')]],
    [['listReproductions'], 'point', ['point=', 'point=..', 'point=%00']],
    [['listReproductions'], 'before', ['before=0', ...texts.map((text) => `before=${text}`)]],
    [['listReproductions'], 'limit', ['limit=501', `limit=${'9'.repeat(30)}`, ...texts.map((text) => `limit=${text}`)]],
    [['listDeliveries'], 'status', ['status=failed', 'status=', ...shapes('status')]],
    [['listDeliveries'], 'limit', [...texts.map((text) => `limit=${text}`), ...shapes('limit')]],
    [['listAudit', 'exportAudit'], 'actor', ['actor=', 'actor=%00', ...shapes('actor')]],
    [['listAudit', 'exportAudit'], 'outcome', ['outcome=', 'outcome=failed']],
    [
      ['listAudit', 'exportAudit'],
      'since',
      ['since=', 'since=yesterday', 'since=2026-01-01', 'since=2016-12-31T23:59:60Z'],
    ],
    [['listAudit'], 'cursor', texts.map((text) => `cursor=${text}`)],
    [['listAudit'], 'limit', ['limit=0', 'limit=501', ...texts.map((text) => `limit=${text}`)]],
    [['importSeed'], 'workflow', ['workflow=..%2fx', 'workflow=', 'workflow=a%00', ...shapes('workflow')]],
  ];
  return queries.flatMap(([operations, names, all]) =>
    all.flatMap((query) =>
      operations.map((name) => ({
        name,
        what: `?${query.slice(0, 40)}`,
        status: 400,
        names,
        query,
        ...(name === 'importSeed' ? form({ report: SUMMARY, seed_file: 'x' }) : {}),
      })),
    ),
  );
}

export const BAD_REQUESTS: readonly BadRequest[] = [
  ...JSON_OPERATIONS.flatMap((name) => brokenBodies(name, JSON.stringify(GOOD[name]))),
  ...badFields(),
  ...badPaths(),
  ...badFiles(),
  ...badReleases(),
  ...[...NO_SEGMENT, 'install.sh', 'linux-x64.tar'].map((file) => {
    return { name: 'downloadAgent' as const, what: file, status: 400, names: 'file', path: { file } };
  }),
  ...badQueries(),
  ...badForms(),
  ...badParts(),
];
