/** `bagit.txt` of every bag (RFC 8493, 2.1.1). */
export const BAG_DECLARATION = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';

/** The tag files in the order in which they stand at the beginning of an archive. */
export const TAG_FILES = {
  declaration: 'bagit.txt',
  info: 'bag-info.txt',
  manifest: 'manifest-sha256.txt',
  tagManifest: 'tagmanifest-sha256.txt',
} as const;

/** A line of a manifest: the hash and the path, in which line ends are percent-encoded (RFC 8493, 2.1.3). */
export function manifestLine(sha256: string, path: string): string {
  return `${sha256}  ${path.replaceAll(/[%\r\n]/g, (char) => encodeURIComponent(char))}\n`;
}

export interface ManifestEntry {
  readonly sha256: string;
  readonly path: string;
}

/** The entry of a manifest's line; undefined if it is none. */
export function parseManifestLine(line: string): ManifestEntry | undefined {
  const match = /^([0-9a-fA-F]{64}) [ *]?(\S.*)$/.exec(line);
  const [, sha256, path] = match ?? [];
  if (sha256 === undefined || path === undefined) return undefined;
  return {
    sha256: sha256.toLowerCase(),
    path: path.replaceAll(/%(?:0[dD]|0[aA]|25)/g, (code) => decodeURIComponent(code)),
  };
}

/** Whether a path stays inside the folder of its bag, on every system. */
export function isSafePath(path: string): boolean {
  return (
    path !== '' && !/[\\\0]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
