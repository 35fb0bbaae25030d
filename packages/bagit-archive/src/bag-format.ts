/** `bagit.txt` of every bag (RFC 8493, 2.1.1). */
export const BAG_DECLARATION = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';

/** The tag files in their order at the start of an archive. */
export const TAG_FILES = {
  declaration: 'bagit.txt',
  info: 'bag-info.txt',
  manifest: 'manifest-sha256.txt',
  tagManifest: 'tagmanifest-sha256.txt',
} as const;

/** Returns a manifest line: the hash and the path, in which line ends are percent-encoded (RFC 8493, 2.1.3). */
export function manifestLine(sha256: string, path: string): string {
  return `${sha256}  ${path.replaceAll(/[%\r\n]/g, (char) => encodeURIComponent(char))}\n`;
}

export interface ManifestEntry {
  readonly sha256: string;
  readonly path: string;
}

/** Parses a manifest line in the spelling of any bag writer. Undefined if it is invalid. */
export function parseManifestLine(line: string): ManifestEntry | undefined {
  const match = /^([0-9a-fA-F]{64})[ \t]+\*?(?:\.\/)?(\S.*)$/.exec(line);
  if (match === null) return undefined;
  const [, sha256 = '', path = ''] = match;
  return {
    sha256: sha256.toLowerCase(),
    path: path.replaceAll(/%(?:0[dD]|0[aA]|25)/g, (code) => decodeURIComponent(code)),
  };
}

/** Removes the CR of writers that end lines with CRLF. */
export function withoutCarriageReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Returns the lines of a tag file that is held in memory. */
export function linesOfTagFile(content: Buffer): string[] {
  return content
    .toString('utf8')
    .split('\n')
    .map(withoutCarriageReturn)
    .filter((line) => line !== '');
}

/** Returns whether `bagit.txt` declares UTF-8 and a version that this reader treats like 1.0. */
export function isDeclaration(content: Buffer): boolean {
  const [version = '', encoding = '', ...more] = linesOfTagFile(content);
  return (
    /^BagIt-Version: (?:1\.0|0\.97)$/.test(version) &&
    /^Tag-File-Character-Encoding: UTF-8$/i.test(encoding) &&
    more.length === 0
  );
}

/**
 * Parses the fields of `bag-info.txt`. A line that begins with a blank continues the previous one (RFC 8493, 2.2.2).
 */
export function parseInfo(content: Buffer): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let label = '';
  for (const line of linesOfTagFile(content)) {
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line)) fields.set(label, `${fields.get(label) ?? ''} ${line.trim()}`);
    else if (colon > 0) fields.set((label = line.slice(0, colon)), line.slice(colon + 1).trim());
  }
  return fields;
}

/** Returns whether a path stays inside the folder of its bag on every system. */
export function isSafePath(path: string): boolean {
  return !/[\\\0]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
