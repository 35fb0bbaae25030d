import type { Element } from 'domhandler';
import { childElements, descendants, hasClass, isElement, parentElement, plainTextOf } from './dom.ts';
import type { Flow } from './flow.ts';
import type { Reader, StructureReader } from './reader.ts';
import { text } from './tree.ts';

/** Names of notes that don't help a reader. */
const PLAIN_NAME = /^(?:thanks|note|footnote)\W*$/i;

const isNote = (element: Element): boolean => hasClass(element, 'ltx_pubnote');
const isName = (element: Element): boolean => hasClass(element, 'ltx_note_name');

function isInTitle(element: Element): boolean {
  for (let at = parentElement(element); at; at = parentElement(at))
    if (/^h[1-6]$/.test(at.name) || hasClass(at, 'ltx_title')) return true;
  return false;
}

/**
 * Reads the notes on a publication: thanks, DOI, journal. LaTeXML 0.8.8 and its successor write the notes on a title
 * inside the heading. These notes are kept until the heading is complete.
 */
export const readPublicationNotes: StructureReader = (element, flow, reader) => {
  if (!isNote(element) && !hasClass(element, 'ltx_pubnotes')) return false;
  const notes = isNote(element) ? [element] : [...descendants(element, (inner) => !isNote(inner))].filter(isNote);
  if (isInTitle(element)) for (const note of notes) reader.titleNotes.push(note);
  else putPublicationNotes(notes, flow, reader);
  return true;
};

/** Adds a paragraph for each note. The paragraph begins with the note's name. */
export function putPublicationNotes(notes: readonly Element[], flow: Flow, reader: Reader): void {
  for (const note of notes) {
    flow.endRunIn();
    const name = childElements(note).filter(isName).map(plainTextOf).join(' ');
    if (name !== '' && !PLAIN_NAME.test(name)) flow.runIn([text(name)]);
    flow.within(note.attribs['id'], () => {
      reader.read(
        note.children.filter((child) => !isElement(child) || !isName(child)),
        flow,
      );
      flow.endRunIn();
    });
  }
}
