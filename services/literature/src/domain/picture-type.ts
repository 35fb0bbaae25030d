export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml';

/** How the picture formats that browsers show begin. SVG is text, and begins with its element or a declaration. */
const BEGINNINGS: readonly (readonly [PictureType, RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/svg+xml', /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^]*?\?>\s*)?(?:<!--[^]*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/],
];

/** What kind of picture these bytes are, whatever their name says; undefined for what is none. */
export function pictureType(content: Buffer): PictureType | undefined {
  const start = content.subarray(0, 4096).toString('latin1');
  return BEGINNINGS.find(([, beginning]) => beginning.test(start))?.[0];
}
