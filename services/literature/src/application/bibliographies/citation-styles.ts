import { recordAudit } from '@almagest/accounts';
import { UnreadableFileError, type Reference, type StyleFormatter } from '@almagest/bibliography';
import type { CitationStyle, CitationStyleList } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Viewer } from '../../domain/people/access.ts';
import {
  countOtherStyles,
  deleteStyle,
  findStyle,
  listStyles,
  storeStyle,
  type CitationStyleRow,
} from '../../persistence/bibliographies/citation-style-repository.ts';
import type { Db } from '../../persistence/database.ts';

export interface StyleDeps {
  readonly db: Db;
  readonly styles: StyleFormatter;
}

const MAX_STYLES = 100;

export async function readStyles({ db }: Pick<StyleDeps, 'db'>, viewer: Viewer): Promise<CitationStyleList> {
  return { styles: (await listStyles(db, viewer)).map(described) };
}

function described({ id, title, created_at }: CitationStyleRow): CitationStyle {
  return { id, title, created_at: created_at.toISOString() };
}

/** Stores a style. Refuses a style that cannot format an entry. */
export async function addStyle(
  { db, styles }: StyleDeps,
  viewer: Viewer,
  csl: string,
  signal: AbortSignal,
): Promise<CitationStyle> {
  const title = await refusing(styles.titleOf(csl, signal));
  return await inTransaction(db, async (trx) => {
    if ((await countOtherStyles(trx, viewer, title)) >= MAX_STYLES)
      throw new Refusal('conflict', `there are ${MAX_STYLES} citation styles. Delete one first`);
    const row = await storeStyle(trx, viewer, { title, csl });
    await recordAudit(trx, { object: `citation style ${row.id}`, detail: { title } });
    return described(row);
  });
}

export async function removeStyle(
  { db }: Pick<StyleDeps, 'db'>,
  viewer: Viewer,
  id: number,
): Promise<CitationStyleList> {
  await inTransaction(db, async (trx) => {
    const deleted = await deleteStyle(trx, viewer, id);
    if (deleted === undefined) throw unknownStyle(id);
    await recordAudit(trx, { object: `citation style ${id}`, detail: { title: deleted.title } });
  });
  return await readStyles({ db }, viewer);
}

/** Returns the style's text. Refuses styles that the viewer does not own. */
export async function requireStyle(db: Db, viewer: Viewer, id: number): Promise<string> {
  const csl = await findStyle(db, viewer, id);
  if (csl === undefined) throw unknownStyle(id);
  return csl;
}

const unknownStyle = (id: number) => new Refusal('unknown', `there is no citation style ${id}`);

export async function formatInStyle(
  styles: StyleFormatter,
  csl: string,
  references: readonly Reference[],
  form: 'text' | 'html',
): Promise<string> {
  return await refusing(styles.format(csl, references, form));
}

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof UnreadableFileError ? new Refusal('malformed', `csl: ${error.message}`) : error;
  }
}
