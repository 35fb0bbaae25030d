export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml';

/** The first bytes of the image formats that browsers show. */
const BEGINNINGS: readonly (readonly [PictureType, RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/** Start and end of comments and declarations that may precede the root element of an SVG. */
const BEFORE_SVG: readonly (readonly [string, string])[] = [
  ['<?xml', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE svg', '>'],
];

/** Detects the type of an image from its bytes, because names are unreliable. Returns undefined for other content. */
export function pictureType(content: Buffer): PictureType | undefined {
  const start = content.subarray(0, 4096).toString('latin1');
  return BEGINNINGS.find(([, beginning]) => beginning.test(start))?.[0] ?? (isSvg(start) ? 'image/svg+xml' : undefined);
}

/** Returns whether a text is an SVG. Declarations and comments may come before the root element. */
function isSvg(text: string): boolean {
  let rest = text.replace(/^\xef\xbb\xbf/, '').trimStart();
  for (;;) {
    const before = BEFORE_SVG.find(([opening]) => rest.startsWith(opening));
    if (before === undefined) return /^<svg[\s>]/.test(rest);
    const [opening, closing] = before;
    const end = rest.indexOf(closing, opening.length);
    if (end < 0) return false;
    rest = rest.slice(end + closing.length).trimStart();
  }
}
