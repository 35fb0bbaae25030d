import { targetOperations, type ExtractedTarget, type Target } from '@almagest/contracts/literature';
import { Refusal } from '@almagest/service-kit/refusal';
import Type from 'typebox';
import type { Db } from '../../persistence/database.ts';
import { defineTool } from '../agent/tool.ts';
import { extractTargets } from '../targets/extract-targets.ts';
import { associateTarget, type TargetDeps } from '../targets/link-targets.ts';
import { listTargets } from '../targets/list-targets.ts';
import type { ObjectFinder } from '../targets/object-finder.ts';
import { queryTarget } from '../targets/query-target.ts';
import { described, PageOffset, PaperCode, pageLimit } from './arguments.ts';
import { failureLines, listed, oneLine } from './paper-lines.ts';

const USUAL_ROWS = 50;

/**
 * Some galaxies have a thousand names, and some papers name a thousand stars. Longer lists are cut to these lengths.
 */
const SHOWN_ALIASES = 30;
const SHOWN_DESIGNATIONS = 200;
const SHOWN_CODES = 20;

const ObjectName = described(
  targetOperations.associateTarget.body.properties.name,
  'Any name of a star, galaxy or other object outside the solar system, such as HD 209458.',
);

export function queryTargetTool(deps: { readonly objects: ObjectFinder }) {
  return defineTool({
    name: 'query_target',
    description:
      'Looks up an astronomical object by name: position (ICRS, degrees), type, spectral type, magnitudes, parallax, radial velocity, other names.',
    parameters: Type.Object({ name: ObjectName }),
    access: 'network',
    run: async ({ name }) => {
      const { aliases, ...data } = await queryTarget(deps, name);
      return JSON.stringify({ ...data, aliases: aliases.slice(0, SHOWN_ALIASES), alias_count: aliases.length });
    },
  });
}

export function associateTargetTool(deps: TargetDeps) {
  return defineTool({
    name: 'associate_target',
    description: 'Looks up an astronomical object by name and links it to a paper of the library.',
    parameters: Type.Object({ bibcode: PaperCode, name: ObjectName }),
    access: 'write',
    run: async ({ bibcode, name }) => `linked: ${targetLine(await associateTarget(deps, { bibcode, name }))}`,
  });
}

export function listTargetsTool(deps: { readonly db: Db }) {
  return defineTool({
    name: 'list_targets',
    description:
      'Lists the astronomical objects that are linked to papers of the library, with these papers. With a bibcode, lists only the objects of that paper.',
    parameters: Type.Object({
      bibcode: Type.Optional(PaperCode),
      name: Type.Optional(described(ObjectName, 'Only objects with this text in one of their names.')),
      limit: pageLimit(100, USUAL_ROWS),
      offset: PageOffset,
    }),
    access: 'read',
    run: async ({ bibcode, name, limit = USUAL_ROWS, offset = 0 }) => {
      const which = { ...(bibcode === undefined ? {} : { bibcode }), ...(name === undefined ? {} : { q: name }) };
      const targets = await listTargets(deps, { ...which, limit, offset });
      return listed(targets.map(targetLine), 'no objects found');
    },
  });
}

export function extractTargetsTool(deps: TargetDeps) {
  return defineTool({
    name: 'extract_targets',
    description:
      'Finds designations of astronomical objects in a parsed paper or in a text, most frequent first. Does not link them.',
    parameters: Type.Object({
      bibcode: Type.Optional(PaperCode),
      text: Type.Optional(Type.String({ maxLength: 50_000, description: 'A text to search instead of a paper.' })),
    }),
    access: 'read',
    run: async ({ bibcode, text }) => {
      if ((bibcode === undefined) === (text === undefined))
        throw new Refusal('malformed', 'give either a bibcode or a text');
      const from = bibcode === undefined ? { text: text ?? '' } : { bibcode };
      const { targets } = await extractTargets(deps, from);
      return designationLines(targets, []);
    },
  });
}

export function linkTargetsTool(deps: TargetDeps) {
  return defineTool({
    name: 'link_targets',
    description:
      'Finds the designations in a parsed paper, looks up at most 60 new designations, and links the objects to the paper. Call it again to continue with the rest.',
    parameters: Type.Object({ bibcode: PaperCode }),
    access: 'write',
    run: async ({ bibcode }) => {
      const { targets, failures } = await extractTargets(deps, { bibcode, associate: true });
      return designationLines(targets, failureLines(failures));
    },
  });
}

function targetLine({ id, name, canonical_name, ra_deg, dec_deg, object_type, bibcodes }: Target): string {
  const more = bibcodes.length > SHOWN_CODES ? ` and ${bibcodes.length - SHOWN_CODES} more` : '';
  const papers = `${bibcodes.slice(0, SHOWN_CODES).join(', ')}${more}`;
  const place = `RA ${ra_deg} Dec ${dec_deg} deg`;
  return [`[${id}] ${name}`, canonical_name, place, object_type ?? 'unknown type', `papers: ${papers}`]
    .map(oneLine)
    .join(' | ');
}

function designationLines(targets: readonly ExtractedTarget[], notes: readonly string[]): string {
  const lines = targets.slice(0, SHOWN_DESIGNATIONS).map(({ designation, catalog, count, target_id }) => {
    const link = target_id === undefined ? [] : [target_id === null ? 'not linked' : `target ${target_id}`];
    return [designation, catalog, count === 1 ? 'once' : `${count} times`, ...link].map(oneLine).join(' | ');
  });
  const left = targets.length - lines.length;
  return listed(lines, 'no designations found', [...(left > 0 ? [`[${left} more, less frequent]`] : []), ...notes]);
}
