export { isMissing } from './is-missing.ts';
export { fileAgeMs, removeOldFiles } from './remove-old-files.ts';
export { moveDurably, replaceFile } from './replace-file.ts';
export { FolderSync, StagedFile, syncFile, syncFolder } from './staged-file.ts';
export { writeWhole } from './write-whole.ts';
