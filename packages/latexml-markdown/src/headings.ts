import type { Element } from 'domhandler';
import { classAfter, classesOf, hasClass, parentElement } from './dom.ts';
import type { Flow } from './flow.ts';
import { putPublicationNotes } from './publication-notes.ts';
import type { Reader, StructureReader } from './reader.ts';
import { text } from './tree.ts';

/**
 * Levels by kind of title. LaTeXML's `hN` depends on the document class, so it is not used. The title of the paper has
 * level 1.
 */
const LEVELS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    document: 1,
    part: 2,
    chapter: 2,
    section: 2,
    appendix: 2,
    bibliography: 2,
    abstract: 2,
    acknowledgements: 2,
    index: 2,
    glossary: 2,
    contents: 2,
    subsection: 3,
    subsubsection: 4,
    paragraph: 5,
    subparagraph: 6,
  }),
);

/** Kinds of titles with the same level in documents with and without chapters. */
const UNSHIFTED = new Set(['document', 'part', 'chapter', 'bibliography', 'abstract', 'acknowledgements', 'index']);

const DEEPEST_HEADING = 6;

/** Returns the kind of a title: "section" for `ltx_title_section`. */
const titled = (element: Element): string | undefined => classAfter(element, 'ltx_title_');

function levelOf(element: Element, reader: Reader): number | undefined {
  const what = titled(element);
  const byTag = /^h[1-6]$/.test(element.name) ? Number(element.name.slice(1)) : undefined;
  if (what === undefined) return hasClass(element, 'ltx_title') ? undefined : byTag;
  const level = LEVELS.get(what);
  if (level === undefined) return undefined;
  return Math.min(DEEPEST_HEADING, UNSHIFTED.has(what) ? level : level + reader.headingShift);
}

function putTitle(element: Element, flow: Flow, reader: Reader): void {
  const content = reader.lines(element.children, flow);
  if (content.length === 0) return;
  if (reader.title.length === 0) reader.title = content;
  flow.within('title', () => flow.push({ kind: 'heading', level: 1, content }));
}

/** Reads the titles of the document and its sections, and the run-in titles of theorems, proofs and keywords. */
export const readHeading: StructureReader = (element, flow, reader) => {
  if (!/^h[1-6]$/.test(element.name) && !classesOf(element).has('ltx_title')) return false;
  putHeading(element, flow, reader);
  putPublicationNotes(reader.titleNotes.splice(0), flow, reader);
  return true;
};

function putHeading(element: Element, flow: Flow, reader: Reader): void {
  const level = levelOf(element, reader);
  if (level === 1 && (titled(element) === 'document' || reader.title.length === 0)) {
    putTitle(element, flow, reader);
    return;
  }
  flow.endRunIn();
  const content = reader.lines(element.children, flow);
  if (content.length === 0) return;
  if (level === undefined) {
    flow.runIn(content);
    return;
  }
  // Adds the id of the section even if no link points to it. Outlines and notes refer to this id.
  const section = parentElement(element)?.attribs['id'];
  if (section !== undefined && !reader.page.isTarget(section)) flow.anchor(section);
  flow.push({ kind: 'heading', level, content });
}

/**
 * Adds a heading to an abstract or acknowledgements without a title. The class of the element is the name of the
 * heading.
 */
export function putMissingTitle(element: Element, name: string, flow: Flow, hasTitle: boolean): void {
  if (hasTitle) return;
  flow.endRunIn();
  flow.within(element.attribs['id'] ?? name.toLowerCase(), () =>
    flow.push({ kind: 'heading', level: 2, content: [text(name)] }),
  );
}
