import { Parser } from 'htmlparser2';
import { UnreadableFileError } from './reference.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** The text of this element without its children. */
  text: string;
}

/** Maximum depth of elements. Exports have about a dozen levels. */
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 5_000_000;

/** Returns whether an element's text belongs to its parent, such as a run of one font. */
type IsRun = (name: string) => boolean;

/**
 * Parses an XML file. Refuses files that define entities. No exporting program writes such files, and entities may
 * expand without bound or name local files.
 */
export function readXml(text: string, isRun: IsRun = () => false): XmlElement {
  if (/<!ENTITY/i.test(text.slice(0, 100_000)))
    throw new UnreadableFileError('the XML defines entities, which are not supported');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open: XmlElement[] = [root];
  let runs = 0;
  let count = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length + runs > MAX_DEPTH)
          throw new UnreadableFileError(`the XML is nested more than ${MAX_DEPTH} levels deep`);
        if (isRun(name)) return void (runs += 1);
        count += 1;
        if (count > MAX_ELEMENTS) throw new UnreadableFileError(`the XML has more than ${MAX_ELEMENTS} elements`);
        const element: XmlElement = { name, attributes, children: [], text: '' };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(part) {
        const at = open.at(-1);
        if (at !== undefined) at.text += part;
      },
      onclosetag(name) {
        if (isRun(name) && runs > 0) runs -= 1;
        else if (open.length > 1) open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  const [top] = root.children;
  if (top === undefined) throw new UnreadableFileError('the file is not XML');
  return top;
}

/** Returns the first element on a path of names. */
export function child(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => at?.children.find((one) => one.name === name), element);
}

export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((one) => one.name === name) ?? [];
}

/** Returns the text of the first element on a path, with blanks collapsed. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  return (child(element, ...path)?.text ?? '').replaceAll(/\s+/g, ' ').trim();
}
