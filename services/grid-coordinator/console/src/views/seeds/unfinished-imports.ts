import { readStorage, writeStorage } from '@almagest/ui/stored-value';

/** An import that started in this browser and has not finished. */
export interface UnfinishedImport {
  readonly folder: string;
  readonly workflow: string;
  readonly done: number;
  readonly all: number;
}

const KEY = 'almagest.unfinished-imports';

export function readUnfinished(): readonly UnfinishedImport[] {
  try {
    const stored: unknown = JSON.parse(readStorage(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isUnfinished) : [];
  } catch {
    return [];
  }
}

/** Stores an unfinished import and replaces its earlier entry. */
export function noteUnfinished(entry: UnfinishedImport): void {
  write([...readUnfinished().filter((other) => !isSame(other, entry)), entry]);
}

export function forgetUnfinished(entry: Pick<UnfinishedImport, 'folder' | 'workflow'>): void {
  write(readUnfinished().filter((other) => !isSame(other, entry)));
}

type Identity = Pick<UnfinishedImport, 'folder' | 'workflow'>;

function isSame(a: Identity, b: Identity): boolean {
  return a.folder === b.folder && a.workflow === b.workflow;
}

function write(entries: readonly UnfinishedImport[]): void {
  writeStorage(KEY, entries.length === 0 ? null : JSON.stringify(entries));
}

function isUnfinished(value: unknown): value is UnfinishedImport {
  const { folder, workflow, done, all } = (value ?? {}) as Partial<UnfinishedImport>;
  return (
    typeof folder === 'string' && typeof workflow === 'string' && typeof done === 'number' && typeof all === 'number'
  );
}
