export { BagReader, type PayloadFile } from './bag-reader.ts';
export { BAG_DECLARATION, manifestLine, TAG_FILES } from './bag-format.ts';
export { DamagedArchiveError } from './damaged-archive-error.ts';
export { archiveSize, END_OF_ARCHIVE, entryHead, entryPadding, entrySize, type TarEntry } from './tar-entry.ts';
