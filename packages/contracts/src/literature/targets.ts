import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, Nullable, WordedText } from '../schema.ts';
import { PaperReference } from './vocabulary.ts';

/** PostgreSQL keeps no NUL and no half of a character. */
const ObjectName = WordedText(200);

/** What the name resolver knows of an object. */
export const ObjectData = Type.Object({
  /** As it was asked for. */
  name: Type.String(),
  /** The resolver's main name of the object. */
  canonical_name: Type.String(),
  ra_deg: Type.Number({ description: 'ICRS.' }),
  dec_deg: Type.Number({ description: 'ICRS.' }),
  object_type: Nullable(Type.String()),
  spectral_type: Nullable(Type.String()),
  magnitudes: Nullable(Type.Record(Type.String(), Type.Number(), { description: 'By band.' })),
  parallax_mas: Nullable(Type.Number()),
  radial_velocity_kms: Nullable(Type.Number()),
  aliases: Type.Array(Type.String()),
  resolver: Type.String({ description: 'The database that knew it: Simbad, NED or VizieR.' }),
});
export type ObjectData = Static<typeof ObjectData>;

/** An object that papers are linked to. */
export const Target = Type.Object({
  id: Type.Integer(),
  /** By which it was linked first. */
  name: Type.String(),
  canonical_name: Type.String(),
  ra_deg: Type.Number(),
  dec_deg: Type.Number(),
  object_type: Nullable(Type.String()),
  bibcodes: Type.Array(Type.String()),
});
export type Target = Static<typeof Target>;

export const ExtractionRequest = closedObject({
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000_000,
      pattern: String.raw`\S`,
      description: 'Read in place of the paper; a bibliography in it is left out. Not blank.',
    }),
  ),
  bibcode: Type.Optional(PaperReference),
  associate: Type.Optional(
    Type.Boolean({ default: false, description: 'Links what the name resolver knows to the paper.' }),
  ),
});
export type ExtractionRequest = Static<typeof ExtractionRequest>;

export const ExtractedTarget = Type.Object({
  /** In its normal form: `HD 209458`, `GJ 581`, `tau Sco`. */
  designation: Type.String(),
  catalog: Type.String({ description: "The catalogue's acronym, or the kind of name: variable, Bayer, comet." }),
  count: Type.Integer(),
  offsets: Type.Array(Type.Integer(), {
    description:
      'Where it begins each time: UTF-16 code units of the text, or of the Markdown that GET /api/paper gives of the paper.',
  }),
  target_id: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], { description: 'With associate: the linked target, or null.' }),
  ),
});
export type ExtractedTarget = Static<typeof ExtractedTarget>;

export const TargetListParams = Type.Object({
  bibcode: Type.Optional(PaperReference),
  q: Type.Optional(ObjectName),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Without it: all.' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
});
export type TargetListParams = Static<typeof TargetListParams>;

const call = { tag: 'targets', role: 'api-token-if-configured', failures: 'text' } as const;

export const targetOperations = {
  queryTarget: defineOperation({
    ...call,
    operationId: 'queryTarget',
    method: 'get',
    path: '/api/target/query',
    summary: 'Position and basic data of an object, by any of its names.',
    query: Type.Object({ name: ObjectName }),
    reply: ObjectData,
    statuses: [400, 401, 404, 500, 502, 504],
  }),
  associateTarget: defineOperation({
    ...call,
    operationId: 'associateTarget',
    method: 'post',
    path: '/api/target/associate',
    summary: 'Links an object to a paper. A second time changes nothing.',
    body: closedObject({ bibcode: PaperReference, name: ObjectName }),
    reply: Target,
    statuses: [400, 401, 404, 409, 413, 500, 502, 504],
  }),
  extractTargets: defineOperation({
    ...call,
    operationId: 'extractTargets',
    method: 'post',
    path: '/api/target/extract',
    summary:
      'Designations in a text, or in a parsed paper without its bibliography, the most frequent first. X-Source-Errors tells when names could not be resolved.',
    body: ExtractionRequest,
    reply: Type.Object({ targets: Type.Array(ExtractedTarget) }),
    statuses: [400, 401, 404, 409, 413, 500, 502, 504],
  }),
  listTargets: defineOperation({
    ...call,
    operationId: 'listTargets',
    method: 'get',
    path: '/api/target/list',
    summary: 'The objects that papers are linked to, in the order in which they were linked first.',
    query: TargetListParams,
    reply: Type.Array(Target),
    statuses: [400, 401, 404, 500],
  }),
};
