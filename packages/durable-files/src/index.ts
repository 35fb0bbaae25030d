export { isMissing } from './is-missing.ts';
export { MadeFolders } from './made-folders.ts';
export { fileAgeMs, removeOldFiles } from './remove-old-files.ts';
export { moveDurably, replaceFile } from './replace-file.ts';
export { StagedFile, syncFile, syncFolder } from './staged-file.ts';
export { TextSeal } from './text-seal.ts';
export { writeWhole } from './write-whole.ts';
