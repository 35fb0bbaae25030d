/** The groups of a library, and the keys that the groups themselves list. */
export interface Groups {
  /** Each path lists the names from the outermost group inwards. */
  readonly paths: readonly (readonly string[])[];
  readonly membersOf: ReadonlyMap<readonly string[], readonly string[]>;
}

/**
 * Reads the static groups that JabRef and BibDesk keep in comments. Ignores groups defined by a search or a field,
 * because their members change.
 */
export function readGroups(comment: string): Groups {
  if (/^\s*jabref-meta:\s*(?:grouping|groupstree):/.test(comment)) return readJabref(comment);
  if (comment.trimStart().startsWith('BibDesk Static Groups')) return readBibdesk(comment);
  return { paths: [], membersOf: new Map() };
}

/** Removes characters that have a meaning in JabRef's groups or BibTeX. */
function plainName(name: string): string {
  return name.replaceAll(/[{}\\:\s]+/g, ' ').trim();
}

/** Returns the name in the form that the `groups` field of an entry needs. Commas separate names in that field. */
export function groupName(name: string): string {
  return plainName(name).replaceAll(',', String.raw`\,`);
}

/** JabRef escapes a semicolon in a name twice: in the group, and again in the comment. */
const ESCAPED = String.raw`\\\;`;

/** Writes these groups and their parents as JabRef's group tree. Returns '' if there are no groups. */
export function writeGroups(paths: readonly (readonly string[])[]): string {
  const all = new Map(
    paths.flatMap((path) =>
      path.map((_, depth) => [JSON.stringify(path.slice(0, depth + 1)), path.slice(0, depth + 1)]),
    ),
  );
  if (all.size === 0) return '';
  // In the order of paths, each group precedes its subgroups.
  const lines = [...all.values()].toSorted(byPath).map((path) => {
    return String.raw`${path.length} StaticGroup:${plainName(path.at(-1) ?? '').replaceAll(';', ESCAPED)}\;0\;1\;\;\;\;;`;
  });
  return ['@Comment{jabref-meta: grouping:', '0 AllEntriesGroup:;', ...lines, '}', ''].join('\n');
}

function byPath(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((name, depth) => name !== other[depth]);
  if (at < 0) return one.length - other.length;
  return other[at] === undefined || (one[at] ?? '') > other[at] ? 1 : -1;
}

/** Parses `level StaticGroup:Name\;…;`. Older versions break lines at a fixed width, even within names and keys. */
function readJabref(comment: string): Groups {
  const paths: string[][] = [];
  const membersOf = new Map<readonly string[], readonly string[]>();
  const above: string[] = [];
  for (const line of comment.replaceAll(/[\r\n]/g, '').split(/(?<!\\);/)) {
    const head = JABREF_GROUP.exec(line);
    if (head === null) continue;
    const [{ length }, level = '', kind] = head;
    const depth = Number(level);
    const [name = '', , ...keys] = line.slice(head.index + length).split(/(?<!\\)\\;/);
    above.length = Math.min(above.length, Math.max(0, depth - 1));
    if (depth === 0 || name.trim() === '') continue;
    above[depth - 1] = name.replaceAll('\\', '').trim();
    if (kind !== 'StaticGroup' && kind !== 'ExplicitGroup') continue;
    const path = above.filter((part) => part !== undefined);
    paths.push(path);
    // Version 3 lists the keys in the group. Later versions name the groups in the entries.
    if (kind === 'ExplicitGroup')
      membersOf.set(
        path,
        keys.map((key) => key.replaceAll('\\', '').trim()).filter((key) => key !== ''),
      );
  }
  return { paths, membersOf };
}

const JABREF_GROUP = /(\d{1,2}) (\w{1,40}Group):/;

const BIBDESK_GROUP =
  /<key>group name<\/key>\s*<string>([^<]*)<\/string>\s*<key>keys<\/key>\s*<string>([^<]*)<\/string>/g;

function readBibdesk(comment: string): Groups {
  const membersOf = new Map<readonly string[], readonly string[]>();
  for (const [, name = '', keys = ''] of comment.matchAll(BIBDESK_GROUP)) {
    const path = [plain(name)];
    if (path[0] !== '') membersOf.set(path, keys.split(',').map(plain));
  }
  return { paths: [...membersOf.keys()], membersOf };
}

function plain(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').trim();
}
