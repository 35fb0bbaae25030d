import { readStorage, writeStorage } from '@almagest/ui/stored-value';

/** Unsaved input. */
export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly yaml: string;
  /** The saved configuration that the draft started from. Null for a new workflow. */
  readonly basedOn: string | null;
}

/** Returns the storage key of a workflow's draft, or of the draft of a new workflow if `workflow` is undefined. */
export function draftKey(workflow: string | undefined): string {
  return `almagest.draft.${workflow === undefined ? 'new' : `of ${workflow}`}`;
}

export function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(readStorage(key) ?? 'null') as Partial<Draft> | null;
    if (typeof draft?.yaml !== 'string') return undefined;
    return {
      name: draft.name ?? '',
      description: draft.description ?? '',
      yaml: draft.yaml,
      basedOn: draft.basedOn ?? null,
    };
  } catch {
    return undefined;
  }
}

export function writeDraft(key: string, draft: Draft | undefined): void {
  writeStorage(key, draft === undefined ? null : JSON.stringify(draft));
}

/** Calls `onChange` when another tab changes the draft, with undefined once the draft is saved or discarded there. */
export function followDraft(key: string, onChange: (draft: Draft | undefined) => void): () => void {
  const follow = (event: StorageEvent) => {
    // The key is null after `localStorage.clear()`.
    if (event.key === key || event.key === null) onChange(readDraft(key));
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}
