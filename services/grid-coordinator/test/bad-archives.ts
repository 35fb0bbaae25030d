import { createHash, randomBytes } from 'node:crypto';
import { entryHead } from '@almagest/bagit-archive';
import { openBag, pack, withChecksum } from './archives.ts';

let archive: Buffer;
let files: Map<string, Buffer>;

/** Sets the archive of the workflow `sdb` from which bad archives are made. */
export function setArchive(given: Buffer): void {
  archive = given;
  files = openBag(given, 'sdb');
}

const ROWS = 'data/rows/points.jsonl';

/** Returns the files of the archive with one file changed, added or removed. */
function changed(path: string, change: (content: string) => string | undefined): Map<string, Buffer> {
  const content = change(String(files.get(path)));
  const others = [...files].filter(([name]) => name !== path);
  return new Map(content === undefined ? others : [...others, [path, Buffer.from(content)]]);
}

function modelPath(): string {
  return [...files.keys()].find((path) => path.startsWith('data/models/')) ?? '';
}

/** Changes the type of an entry. */
const asType = (type: string) => (path: string, head: Buffer) => {
  if (path !== modelPath()) return head;
  const other = Buffer.from(head);
  other.write(type, 156);
  return withChecksum(other);
};

const ARTIFACT_ROWS = 'data/rows/artifacts.jsonl';

/** Renames the entry of a model. */
const renamed = (name: string) => (path: string, head: Buffer) => {
  const sizeBytes = files.get(modelPath())?.length ?? 0;
  return path === modelPath() ? entryHead({ path: name, sizeBytes, mtimeSec: 0 }) : head;
};

/** Changes the path of the first artifact in its row and in the archive. */
function withArtifactPath(path: string): Buffer {
  const [first = '', ...rest] = String(files.get(ARTIFACT_ROWS)).split('\n');
  const row = JSON.parse(first) as { point_name: string; task_id: string; path: string };
  const folder = `data/artifacts/${row.point_name}/${row.task_id}`;
  const others = changed(ARTIFACT_ROWS, () => [JSON.stringify({ ...row, path }), ...rest].join('\n'));
  const content = others.get(`${folder}/${row.path}`) ?? Buffer.alloc(0);
  others.delete(`${folder}/${row.path}`);
  return pack(others.set(`${folder}/${path}`, content));
}

function bombed(path: string, head: Buffer): Buffer {
  if (path !== modelPath()) return head;
  const claim = Buffer.from(head);
  claim.write('77777777777', 124);
  return withChecksum(claim);
}

function extendedBomb(path: string, head: Buffer): Buffer {
  if (path !== modelPath()) return head;
  const claim = Buffer.from(head);
  claim.write('x', 156);
  claim.write('00000400000', 124);
  return withChecksum(Buffer.concat([claim, Buffer.alloc(0x20_000), head]).subarray(0, 512 + 0x20_000 + head.length));
}

const firstRow = (change: (row: Record<string, unknown>) => unknown) => (text: string) => {
  const [first = '', ...rest] = text.split('\n');
  return [JSON.stringify(change(JSON.parse(first) as Record<string, unknown>)), ...rest].join('\n');
};

/** A waiting reproduction, which would be handed out when the workflow starts. */
const WAITING_RUN = {
  point_name: 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0',
  sha256: '0'.repeat(64),
  original_task: '00000000-0000-4000-8000-000000000000',
  original_node: 'n1',
  spectra: [],
  status: 'waiting',
  note: null,
  requested_by: 'admin',
  requested_at: '2026-01-01T00:00:00+00:00',
  ended_at: '2026-01-01T00:00:00+00:00',
  reproduced: null,
  difference: null,
  error: null,
};

/** Archives to refuse: the fault, the archive and the expected message. */
export const BAD_ARCHIVES: readonly (readonly [fault: string, bad: () => Buffer, message: RegExp])[] = [
  ['is cut', () => archive.subarray(0, archive.length - 2000), /archive is truncated/],
  ['has no end', () => archive.subarray(0, archive.length - 512), /archive is truncated|end/],
  ['continues after its end', () => Buffer.concat([archive, Buffer.alloc(512, 1)]), /after the end/],
  ['is not an archive', () => Buffer.alloc(4096, 'x'), /no tar header/],
  ['does not match its manifest', () => flipped(), /does not match its SHA-256/],
  [
    'has a wrong hash in its manifest',
    () => pack(files, { manifest: (text) => `${'0'.repeat(64)}${text.slice(64)}` }),
    /SHA-256 0000/,
  ],
  [
    'lacks a file of its manifest',
    () => pack(files, { manifest: (text) => `${text}${'0'.repeat(64)}  data/more\n` }),
    /found the end/,
  ],
  [
    'has a file missing from its manifest',
    () => pack(files, { manifest: (text) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1) }),
    /not in a manifest/,
  ],
  [
    'has a path outside its folder',
    () => pack(new Map([...files, ['data/../../evil', Buffer.from('x')]])),
    /not a path/,
  ],
  ['has a symbolic link', () => pack(files, { head: asType('2') }), /not a regular file but has the type SymbolicLink/],
  ['has a device', () => pack(files, { head: asType('3') }), /not a regular file/],
  ['declares more bytes than it has', () => pack(files, { head: bombed }), /archive is truncated/],
  ['has an oversized header', () => pack(files, { head: extendedBomb }), /too large/],
  [
    'contains a file that no export writes',
    () => pack(new Map([...files, ['data/points.exe', Buffer.from('x')]])),
    /does not belong in an archive/,
  ],
  ['has no rows', () => pack(changed(ROWS, () => undefined)), /no data\/rows\/points\.jsonl/],
  [
    'has a row that is not JSON',
    () => pack(changed(ROWS, (text) => `{${text}`)),
    /line 1 of .*points\.jsonl is not valid JSON/,
  ],
  [
    'has a row with another status',
    () => pack(changed(ROWS, (text) => text.replace('"failed"', '"lost"'))),
    /cannot be stored: .*lost/,
  ],
  [
    'has a row of a later version',
    () =>
      pack(
        changed(
          ROWS,
          firstRow((row) => ({ ...row, colour: 1 })),
        ),
      ),
    /column colour, .* newer version/,
  ],
  ['has a point twice', () => pack(changed(ROWS, (text) => text + text)), /cannot be stored: duplicate key/],
  [
    'lacks the file of a model',
    () => pack(changed(modelPath(), () => undefined)),
    /no file of \d+ bytes for the model/,
  ],
  [
    'has an artifact that does not match its row',
    () => pack(changed('data/rows/artifacts.jsonl', (text) => text.replace(/"size_bytes": ?\d+/, '"size_bytes":7'))),
    /no file data\/artifacts/,
  ],
  [
    'has an artifact without a row',
    () => pack(changed('data/rows/artifacts.jsonl', () => '')),
    /the archive has no row for/,
  ],
  [
    'has artifact rows in a different order than the files',
    () => pack(changed('data/rows/artifacts.jsonl', (text) => `${text.trim().split('\n').toReversed().join('\n')}\n`)),
    /no file data\/artifacts.* or its files are in a different order/,
  ],
  [
    'has an unfinished reproduction',
    () => pack(changed('data/rows/reproductions.jsonl', () => `${JSON.stringify(WAITING_RUN)}\n`)),
    /line 1 of data\/rows\/reproductions\.jsonl: .*status/,
  ],
  ['marks a model with NaN as fit', () => unfit(), /contains NaN or Inf/],
  ['has an absolute path', () => pack(files, { head: renamed('/etc/cron.d/evil') }), /not a path inside a folder/],
  [
    'has a path with a backslash',
    () => pack(files, { head: renamed('bag/data/..\\evil') }),
    /not a path inside a folder/,
  ],
  ...(
    [
      ['.ssh/authorized_keys', /artifacts\.jsonl: path: must/],
      ['../x', /not a path inside a folder/],
      ['/etc/passwd', /not a path inside a folder/],
      ['a\u001b[2Jb', /artifacts\.jsonl: path: must .* without U\+001B/],
      ['spectrum\u202etxt.exe', /artifacts\.jsonl: path: must .* without U\+202E/],
      [`${'x'.repeat(250)}/y.txt`, /artifacts\.jsonl: path: must/],
    ] as const
  ).map(([path, message]): (typeof BAD_ARCHIVES)[number] => [
    `has an artifact with the path ${JSON.stringify(path.slice(0, 30))}`,
    () => withArtifactPath(path),
    message,
  ]),
  [
    'has an artifact of an invalid kind',
    () => pack(changed(ARTIFACT_ROWS, (text) => text.replace(/"kind": ?"\w+"/, '"kind":"A b"'))),
    /kind: must be/,
  ],
  [
    'has a column only in a later row',
    () => pack(changed(ROWS, (text) => text.replace(/\n\{/, '\n{"colour":1,'))),
    /column colour, .* newer version/,
  ],
  [
    'has a column that belongs to another database',
    () =>
      pack(
        changed(
          'data/rows/judgements.jsonl',
          firstRow((row) => ({ ...row, id: 7 })),
        ),
      ),
    /column id, which is not allowed in an archive/,
  ],
  [
    'has the task of a running point',
    () =>
      pack(
        changed(
          'data/rows/attempts.jsonl',
          firstRow((row) => ({ ...row, deadline: '2026-01-01T00:00:00Z' })),
        ),
      ),
    /column deadline, which is not allowed in an archive/,
  ],
  [
    'has a deeply nested row',
    () =>
      pack(
        changed(ROWS, (text) => text.replace('}\n', `,"last_error":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`)),
      ),
    /line 1 of .*points\.jsonl is nested/,
  ],
  [
    'has a text too long for an index',
    () =>
      pack(
        changed('data/rows/counts.jsonl', (text) =>
          text.replace(/"fingerprint": ?"[^"]*"/, `"fingerprint":"${randomBytes(6_000).toString('hex')}"`),
        ),
      ),
    /cannot be stored: index row/,
  ],
  [
    'has a number too large for its column',
    () =>
      pack(
        changed(
          ROWS,
          firstRow((row) => ({ ...row, wave: 1e300 })),
        ),
      ),
    /wave: must be|cannot be stored/,
  ],
  [
    'has a row with a null character',
    () =>
      pack(
        changed(
          ROWS,
          firstRow((row) => ({ ...row, last_error: 'a\u0000b' })),
        ),
      ),
    /cannot be stored: .*Unicode/,
  ],
  ['ends in the middle of a row', () => pack(changed(ROWS, (text) => text.trimEnd())), /ends in the middle of a line/],
  [
    'has a model under the name of another version',
    () => {
      const path = modelPath();
      const moved = path.replace(/[0-9a-f]{16}\.7$/, `${'0'.repeat(16)}.7`);
      return pack(new Map([...files].map(([name, content]) => [name === path ? moved : name, content])));
    },
    /does not match its content/,
  ],
  [
    'lacks the configuration of its run',
    () =>
      pack(
        changed('data/rows/workflow.json', (text) =>
          JSON.stringify({ ...(JSON.parse(text) as object), config_yaml: '' }),
        ),
      ),
    /was started but has no configuration/,
  ],
  [
    'has a malformed configuration',
    () => pack(changed('data/rows/workflow.json', (text) => text.replace('teff: [20000]', 'teff: [hot]'))),
    /grid\.teff/,
  ],
];

function flipped(): Buffer {
  const bad = Buffer.from(archive);
  const place = bad.indexOf('model of t20000');
  bad.writeUInt8(bad.readUInt8(place) ^ 1, place);
  return bad;
}

function unfit(): Buffer {
  const path = modelPath();
  const content = Buffer.from('  1.0 2.0\n NaN 3.0\n'.repeat(40));
  const sha256 = createHash('sha256').update(content).digest('hex');
  const old = createHash('sha256')
    .update(files.get(path) ?? '')
    .digest('hex');
  const [others, rows] = [changed(path, () => undefined), 'data/rows/models.jsonl'];
  others.set(path.replace(old.slice(0, 16), sha256.slice(0, 16)), content);
  const text = String(files.get(rows))
    .split('\n')
    .map((line) =>
      line.includes(`"sha256":"${old}","task_id"`) || line.includes(old)
        ? line.replaceAll(old, sha256).replace(/"size_bytes":\d+/, `"size_bytes":${content.length}`)
        : line,
    );
  others.set(rows, Buffer.from(text.join('\n')));
  return pack(others);
}
