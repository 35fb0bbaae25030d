/** One record of a tagged file: its fields in order. Each field has a tag and a value of one or more lines. */
export interface TaggedRecord {
  readonly line: number;
  readonly fields: readonly (readonly [tag: string, value: string])[];
}

interface TaggedSyntax {
  /** Matches a line with a tag. The groups are the tag and its value. */
  readonly tagged: RegExp;
  readonly first: string;
  readonly last?: string;
  /** Whether an empty line also ends a record. */
  readonly endsAtEmptyLine?: boolean;
}

export const RIS_SYNTAX: TaggedSyntax = {
  // The standard has two blanks before the hyphen and one blank after it. Some files omit either. Some files have tags
  // in lower case.
  tagged: /^\s*(?:([A-Z][A-Z0-9]) {0,3}-(?: (.*))?|([A-Z][A-Z0-9]) {1,3}-(\S.*)|([a-z][a-z0-9]) {2}-(?: (.*))?)$/,
  first: 'TY',
  last: 'ER',
};
export const ENDNOTE_SYNTAX: TaggedSyntax = { tagged: /^\s*%([A-Z0-9!@#$^&*()_+=?><[\]~]) (.*)$/, first: '0' };
export const MEDLINE_SYNTAX: TaggedSyntax = {
  // In the catalog's address fields, the tag is a number.
  tagged: /^([A-Z]{2,4}|4\d{3}) {0,2}- (.*)$/,
  first: 'PMID',
  endsAtEmptyLine: true,
};
export const WEB_OF_SCIENCE_SYNTAX: TaggedSyntax = {
  tagged: /^([A-Z][A-Z\d])(?: (.*))?$/,
  first: 'PT',
  last: 'ER',
};

export const REFWORKS_SYNTAX: TaggedSyntax = { tagged: /^([A-Z][A-Z\d]) (.*)$/, first: 'RT', endsAtEmptyLine: true };
/**
 * The format of the program refer. EndNote's format is derived from it. Records have no type, and empty lines separate
 * them.
 */
export const REFER_SYNTAX: TaggedSyntax = { ...ENDNOTE_SYNTAX, first: '', endsAtEmptyLine: true };

/** Reads the records of a tagged file. A line without a tag continues the value of the preceding line. */
export function readTagged(
  text: string,
  { tagged, first, last, endsAtEmptyLine = false }: TaggedSyntax,
): TaggedRecord[] {
  const records: OpenRecord[] = [];
  let open: OpenRecord | undefined;
  for (const [place, line] of text.split('\n').entries()) {
    const [tag, value] = tagIn(line, tagged);
    if ((tag !== undefined && tag === last) || (endsAtEmptyLine && line.trim() === '')) open = undefined;
    else if (tag === undefined) open?.fields.at(-1)?.[1].push(line.trim());
    else {
      if (open === undefined || tag === first) records.push((open = { line: place + 1, fields: [] }));
      open.fields.push([tag, [value]]);
    }
  }
  return records.map((one) => ({
    line: one.line,
    fields: one.fields.map(([tag, lines]) => [tag, lines.join('\n').trim()] as const),
  }));
}

function tagIn(line: string, tagged: RegExp): readonly [tag: string | undefined, value: string] {
  const [tag, value = ''] = (tagged.exec(line) ?? []).slice(1).filter((part) => part !== undefined);
  return [tag?.toUpperCase(), value];
}

interface OpenRecord {
  readonly line: number;
  readonly fields: (readonly [tag: string, lines: string[]])[];
}

/** The values of a record by tag. Records which tags were read, so that all other tags can be kept. */
export class TaggedFields {
  readonly #values: ReadonlyMap<string, readonly string[]>;
  readonly #read = new Set<string>();

  constructor(fields: TaggedRecord['fields']) {
    const groups = Map.groupBy(
      fields.filter(([, value]) => value !== ''),
      ([tag]) => tag,
    );
    this.#values = new Map([...groups].map(([tag, all]) => [tag, all.map(([, value]) => value)]));
  }

  all(...tags: readonly string[]): string[] {
    return tags.flatMap((tag) => {
      this.#read.add(tag);
      return this.#values.get(tag) ?? [];
    });
  }

  /** Returns the first value of the first tag that has a value. All other values count as unread. */
  one(...tags: readonly string[]): string {
    const tag = tags.find((name) => this.#values.has(name));
    if (tag === undefined) return '';
    this.#read.add(tag);
    return this.peek(tag);
  }

  /** Returns the first value of a tag without marking it as read. */
  peek(tag: string): string {
    return oneLine(this.#values.get(tag)?.[0] ?? '');
  }

  /** Returns all values of these tags without marking them as read. */
  peekAll(...tags: readonly string[]): string[] {
    return tags.flatMap((tag) => this.#values.get(tag) ?? []);
  }

  rest(format: string): Record<string, string> {
    const left = [...this.#values].filter(([tag]) => !this.#read.has(tag));
    return Object.fromEntries(left.map(([tag, values]) => [`${format}:${tag}`, values.join('\n')]));
  }
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
