/** The groups of a library, and the keys that a group lists itself. */
export interface Groups {
  /** Each as the names from the outermost one inwards. */
  readonly paths: readonly (readonly string[])[];
  readonly membersOf: ReadonlyMap<readonly string[], readonly string[]>;
}

/**
 * The static groups that JabRef and BibDesk keep in comments. Groups by a search or by a field are not taken over: they
 * hold what the program finds at the moment.
 */
export function readGroups(comment: string): Groups {
  if (/^\s*jabref-meta:\s*grouping:/.test(comment)) return readJabref(comment);
  if (comment.trimStart().startsWith('BibDesk Static Groups')) return readBibdesk(comment);
  return { paths: [], membersOf: new Map() };
}

/** `level StaticGroup:Name\;…;`, where a line break inside a line is none. */
function readJabref(comment: string): Groups {
  const paths: string[][] = [];
  const above: string[] = [];
  for (const line of comment.replaceAll('\n', ' ').split(/(?<!\\);/)) {
    const head = JABREF_GROUP.exec(line);
    if (head === null) continue;
    const [{ length }, level = '', kind] = head;
    const depth = Number(level);
    const [name = ''] = line.slice(head.index + length).split(String.raw`\;`);
    above.length = Math.min(above.length, Math.max(0, depth - 1));
    if (depth === 0 || name.trim() === '') continue;
    above[depth - 1] = name.replaceAll('\\', '').trim();
    if (kind === 'StaticGroup' || kind === 'ExplicitGroup') paths.push(above.filter((part) => part !== undefined));
  }
  return { paths, membersOf: new Map() };
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
