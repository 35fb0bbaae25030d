import type { Element } from 'domhandler';
import { childElements, descendants, firstDescendant, hasClass, plainTextOf } from './dom.ts';
import type { Flow } from './flow.ts';
import type { Float, FoundImage, Reader, StructureReader } from './reader.ts';
import { strong, text, type Inline } from './tree.ts';

const isFloat = (element: Element): boolean =>
  element.name === 'figure' || hasClass(element, 'ltx_figure', 'ltx_table', 'ltx_float');

const isCaption = (element: Element): boolean =>
  hasClass(element, 'ltx_caption') || element.name === 'figcaption' || element.name === 'caption';

/** Returns the caption of a float. Captions of panels are ignored. */
function ownCaption(float: Element): Element | undefined {
  for (const element of descendants(float, (inner) => !isFloat(inner))) if (isCaption(element)) return element;
  return undefined;
}

const isTag = (element: Element): boolean => hasClass(element, 'ltx_tag');

function labelOf(float: Element, parent: Float | undefined): string {
  const caption = ownCaption(float);
  const tag = caption && firstDescendant(caption, isTag);
  const own = tag ? plainTextOf(tag).replace(/(?<![\s:.—–-])[\s:.—–-]+$/, '') : '';
  if (parent === undefined || !/^\(?\w{1,2}\)?$/.test(own)) return own === '' ? (parent?.label ?? '') : own;
  return `${parent.label} ${own}`.trim();
}

function readFloat(element: Element, flow: Flow, reader: Reader): void {
  const parent = reader.float;
  const { id } = element.attribs;
  flow.endRunIn();
  if (id !== undefined && !reader.page.isTarget(id)) flow.anchor(id);
  reader.float = { label: labelOf(element, parent), parent, caption: [] };
  flow.within(id, () => {
    reader.read(element.children, flow);
    flow.endRunIn();
  });
  reader.float = parent;
}

/** Writes the caption with its label in bold: "**Figure 1:** …" */
function readCaption(element: Element, flow: Flow, reader: Reader): void {
  const tag = childElements(element).find(isTag);
  const tagged: Inline[] = tag ? [strong(reader.lines(tag.children, flow)), text(' ')] : [];
  const words = reader.lines(
    element.children.filter((child) => child !== tag),
    flow,
  );
  const content = [...tagged, ...words];
  flow.endRunIn();
  if (content.length === 0 || (words.length === 0 && tag && plainTextOf(tag) === '')) return;
  if (reader.float) reader.float.caption = content;
  flow.push({ kind: 'caption', content });
}

/** Returns an image's own file name if the name is plain. The caller numbers duplicates. */
function plainName(address: string): string {
  const embedded = /^data:image\/([a-z]+)/i.exec(address)?.[1];
  const path = address.slice(0, 2000).split(/[?#]/)[0] ?? '';
  const last = embedded ? `image.${embedded === 'jpeg' ? 'jpg' : embedded}` : (path.split('/').pop() ?? '');
  const plain = last
    .replace(/%20/g, '-')
    .replace(/[^\w.-]+/g, '_')
    .replace(/^[.-]+/, '')
    .slice(-80);
  return plain === '' ? 'image' : plain;
}

function putImage(image: Omit<FoundImage, 'name'>, wanted: string, alt: string, [flow, reader]: [Flow, Reader]): void {
  const name = reader.imageNames.take(wanted, (number) => wanted.replace(/(\.\w+)?$/, `-${number}$1`));
  reader.images.push({ ...image, name });
  flow.add({ kind: 'image', name, alt });
}

/** Texts that LaTeXML inserts. They don't describe the image. */
const NO_DESCRIPTION = /^(?:refer to caption|\[uncaptioned image\]|\[image\])?$/i;

function altOf(element: Element, reader: Reader): string {
  const described = (element.attribs['alt'] ?? '').replace(/\s+/g, ' ').trim();
  return NO_DESCRIPTION.test(described) ? (reader.float?.label ?? '') : described;
}

function readImage(element: Element, flow: Flow, reader: Reader): void {
  const source = element.attribs['src'] ?? element.attribs['data'] ?? '';
  const address = hasClass(element, 'ltx_missing') ? undefined : reader.page.imageAddress(source);
  const alt = altOf(element, reader);
  if (address === undefined) {
    reader.warnings.add('missing_image', alt === '' ? source.slice(0, 100) : alt);
    return;
  }
  putImage({ address, float: reader.float }, plainName(address), alt, [flow, reader]);
}

/** Reads floats with panels and captions. Also reads images inside and outside floats. */
export const readFigure: StructureReader = (element, flow, reader) => {
  if (isCaption(element)) readCaption(element, flow, reader);
  else if (isFloat(element)) readFloat(element, flow, reader);
  else if (element.name === 'img' || (element.name === 'object' && element.attribs['type']?.startsWith('image/'))) {
    readImage(element, flow, reader);
  } else return false;
  return true;
};

/** Minimum number of characters in a drawing's box of framed text. A box with fewer characters is a label. */
const FRAMED_TEXT = 60;

/**
 * Returns whether an element contains text in a drawing. The parser preserves the camel case of SVG, but other writers
 * do not.
 */
const isTextBox = (element: Element): boolean => ['foreignobject', 'text'].includes(element.name.toLowerCase());

/** Maximum nesting of a drawing that is serialised. The serialiser is recursive. */
const DEEPEST_PICTURE = 500;

function depthOf(root: Element): number {
  let level: readonly Element[] = [root];
  let depth = 0;
  for (; level.length > 0; level = level.flatMap(childElements)) depth += 1;
  return depth;
}

/**
 * Reads drawings in the page. Reads a box with sentences as text. Keeps every other drawing as an image, followed by
 * its labels as text, because labels may contain formulas.
 */
export function pictureReader(serialise: (element: Element) => string): StructureReader {
  return (element, flow, reader) => {
    if (element.name !== 'svg') return false;
    if (hasClass(element, 'ltx_orcidlogo')) return true;
    const boxes = [...descendants(element, (inner) => !isTextBox(inner))].filter(isTextBox);
    if (boxes.some((box) => plainTextOf(box).length >= FRAMED_TEXT)) {
      flow.endParagraph();
      for (const box of boxes) {
        reader.read(box.children, flow);
        flow.endRunIn();
      }
      return true;
    }
    if (depthOf(element) > DEEPEST_PICTURE) return false;
    const image = { address: '', float: reader.float, svg: serialise(element) };
    putImage(image, 'picture-1.svg', reader.float?.label ?? '', [flow, reader]);
    for (const box of boxes) {
      flow.text(' ');
      reader.read(box.children, flow);
    }
    return true;
  };
}
