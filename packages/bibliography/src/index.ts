export { writeGroups } from './bibtex-groups.ts';
export { LibraryReader } from './library-reader.ts';
export { decodeEntities, isNestedDeeper } from './plain-text.ts';
export { markdownOfHtml, type NoteMarkdown } from './note-markdown.ts';
export { readZoteroItem } from './read-zotero-json.ts';
export { readLibrary } from './read-library.ts';
export {
  IMPORT_FORMATS,
  isOthers,
  nameText,
  readName,
  referenceOf,
  UnreadableFileError,
  type AttachedFile,
  type ImportFormat,
  type ReadEntry,
  type ReadLibrary,
  type Reference,
} from './reference.ts';
export { BIBLIOGRAPHY_STYLES, type BibliographyStyle } from './format-authors.ts';
export { StyleFormatter } from './style-formatter.ts';
export { writeBibliography, type BibliographyForm } from './write-bibliography.ts';
export { safeKey, withPersonalFields, writeBibtex, type BibtexChoice } from './write-bibtex.ts';
export { withoutInvisible } from './identifiers.ts';
export { JOURNAL_STRINGS } from './journal-macros.ts';
export { asciiLetters } from './ascii-tex.ts';
export { writeCslJson } from './write-csl-json.ts';
export { writeRis } from './write-ris.ts';
