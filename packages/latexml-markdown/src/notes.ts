import type { Element } from 'domhandler';
import { childElements, classAfter, firstDescendant, hasClass, isElement, parentElement, plainTextOf } from './dom.ts';
import type { Flow } from './flow.ts';
import type { Reader, StructureReader } from './reader.ts';
import { isVisible, text, type Piece } from './tree.ts';

/** Roles whose names ("footnotetext:") don't help a reader. */
const PLAIN_ROLES = new Set(['footnote', 'footnotetext', 'footnotemark', 'endnote', 'thanks', 'note', undefined]);

const isMark = (element: Element): boolean => hasClass(element, 'ltx_note_mark', 'ltx_tag_note');

function markOf(note: Element): string {
  const mark = childElements(note).find(isMark) ?? firstDescendant(note, isMark);
  return mark ? plainTextOf(mark) : '';
}

/** Returns the text of the note without its marks. A note contains its mark once or twice. */
function contentOf(note: Element): Element['children'] {
  const content = firstDescendant(note, (element) => hasClass(element, 'ltx_note_content')) ?? note;
  return content.children.filter(
    (child) => !(isElement(child) && (isMark(child) || hasClass(child, 'ltx_note_type', 'ltx_note_outer'))),
  );
}

function typeOf(note: Element): string {
  const type = firstDescendant(note, (element) => hasClass(element, 'ltx_note_type'));
  return type ? plainTextOf(type) : '';
}

/**
 * Returns whether a note is between paragraphs and belongs to no words. The note becomes a paragraph that begins with
 * the note's type.
 */
function standsAlone(note: Element): boolean {
  const parent = parentElement(note);
  return (
    parent !== undefined &&
    (['article', 'section', 'body'].includes(parent.name) ||
      hasClass(parent, 'ltx_document', 'ltx_page_content', 'ltx_section', 'ltx_authors'))
  );
}

function putAlone(note: Element, role: string | undefined, flow: Flow, reader: Reader): void {
  const type = PLAIN_ROLES.has(role) ? '' : typeOf(note);
  flow.endRunIn();
  if (type !== '') flow.runIn([text(type)]);
  reader.read(contentOf(note), flow);
  flow.endRunIn();
}

const hasText = (pieces: readonly Piece[]): boolean =>
  pieces.some((piece) => !('content' in piece) || piece.content.some(isVisible));

/** Reads footnotes, footnote marks with separate texts, thanks to authors, and the front matter of journals. */
export const readNote: StructureReader = (element, flow, reader) => {
  if (!hasClass(element, 'ltx_note')) return false;
  const role = classAfter(element, 'ltx_role_');
  const mark = markOf(element);
  if (role === 'footnotemark') {
    flow.add({ kind: 'note', label: reader.notes.labelOf(mark), mark });
    return true;
  }
  const isAwaited = role === 'footnotetext' && reader.notes.isAwaited(mark);
  if (!isAwaited && standsAlone(element)) {
    putAlone(element, role, flow, reader);
    return true;
  }
  const pieces = reader.pieces(contentOf(element), (id) => flow.anchor(id));
  if (isAwaited) reader.notes.define(mark, pieces);
  else if (hasText(pieces)) flow.add({ kind: 'note', label: reader.notes.add(mark, pieces), mark });
  return true;
};
