export { type LabOptions, startUpstreamLab, type UpstreamLab } from './lab.ts';
export type { Fault } from './faults/fault.ts';
export type { HostName } from './server/exchange.ts';
export type { SeenRequest } from './server/request-log.ts';
export type { ScriptedTurn } from './provider/turn.ts';
export type { Document, DocumentBlock, Inline } from './article/document.ts';
export { referenceText } from './article/reference-text.ts';
export type { ZoteroLibrary } from './zotero/zotero-store.ts';
export type { Entry } from './content/library.ts';
