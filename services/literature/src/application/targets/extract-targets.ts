import type { ExtractedTarget, ExtractionRequest } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import { findBibliography, paperText } from '../../domain/targets/bibliography.ts';
import {
  extractDesignations,
  type FoundDesignation,
  type TextToSearch,
} from '../../domain/targets/extract-designations.ts';
import type { SkyObject } from '../../domain/targets/sky-object.ts';
import { listBlocks } from '../../persistence/reading/block-repository.ts';
import type { Db } from '../../persistence/database.ts';
import type { PaperRow } from '../../persistence/papers/paper-repository.ts';
import { SourceError } from '../../sources/source.ts';
import { requirePaper } from '../papers/require-paper.ts';
import { linkObjects, type TargetDeps } from './link-targets.ts';
import type { ObjectFinder } from './object-finder.ts';

/** The maximum number of names that one call resolves, at four names a second. The next call resolves more. */
const MOST_ASKED = 60;

/** Number of concurrent requests. The client of the name resolver enforces the host's rate limit. */
const LANES = 4;

/** After this many failures, the resolver is not queried again in this call. */
const MOST_FAILURES = 3;

/** Moving objects have no position in the resolver's databases. */
const MOVING = new Set(['comet', 'interstellar object', 'minor planet']);

/**
 * Finds the designations in a text, or in a parsed paper without its bibliography. With `associate`, links the objects
 * that the name resolver knows to the paper. Does not link names whose lookup fails, or names beyond the limit.
 */
export async function extractTargets(
  deps: TargetDeps,
  { text, bibcode, associate = false }: ExtractionRequest,
): Promise<{ targets: ExtractedTarget[]; failures: readonly SourceError[] }> {
  const paper = bibcode === undefined ? undefined : await requirePaper(deps.db, bibcode);
  const found = extractDesignations(await sourceOf(deps.db, text, paper));
  if (!associate) return { targets: found.map(targetOf), failures: [] };
  if (paper === undefined) throw new Refusal('malformed', 'associate needs the bibcode of the paper to link');
  const { objects, failures } = await resolveAll(deps.objects, found);
  const named = [...objects].map(([name, object]) => ({ name, object }));
  const ids = named.length === 0 ? [] : await linkObjects(deps.db, paper, named);
  const idOf = new Map(named.map(({ name }, index) => [name, ids[index]]));
  const targets = found.map((one) => ({ ...targetOf(one), target_id: idOf.get(one.designation) ?? null }));
  return { targets, failures };
}

async function sourceOf(db: Db, text: string | undefined, paper: PaperRow | undefined): Promise<TextToSearch> {
  const subject = paper === undefined ? '' : [paper.title, ...paper.keywords].join('; ');
  if (text !== undefined) return { text, skipped: findBibliography(text), subject };
  if (paper === undefined) throw new Refusal('malformed', 'give a text or the bibcode of a parsed paper');
  const blocks = await listBlocks(db, paper.id);
  if (blocks.length === 0) throw new Refusal('malformed', `${paper.bibcode} has not been parsed yet. Parse it first`);
  return { ...paperText(blocks), subject };
}

function targetOf({ designation, catalog, count, offsets }: FoundDesignation): ExtractedTarget {
  return { designation, catalog, count, offsets: [...offsets] };
}

/** Resolves the most frequent names, up to the limit of one call. */
async function resolveAll(
  finder: ObjectFinder,
  found: readonly FoundDesignation[],
): Promise<{ objects: Map<string, SkyObject>; failures: SourceError[] }> {
  const names = found.filter(({ catalog }) => !MOVING.has(catalog)).map(({ designation }) => designation);
  const objects = new Map<string, SkyObject>();
  const failures: SourceError[] = [];
  const queue = names.values();
  let left = MOST_ASKED;
  const lane = async () => {
    for (const name of queue) {
      if (await finder.wouldAsk(name)) {
        if (left === 0 || failures.length >= MOST_FAILURES) continue;
        left -= 1;
      }
      try {
        const object = await finder.find(name);
        if (object !== undefined) objects.set(name, object);
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { objects, failures };
}
