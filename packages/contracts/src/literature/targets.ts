import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, Nullable, WordedText } from '../schema.ts';
import { PaperReference } from './vocabulary.ts';

/** PostgreSQL cannot store NUL or unpaired surrogates. */
const ObjectName = WordedText(200);

/** What the name resolver knows of an object. */
export const ObjectData = Type.Object({
  /** The name in the request. */
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
  /** The name by which it was first linked. */
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
      description: 'Searched instead of the paper. A bibliography in it is left out. Not blank.',
    }),
  ),
  bibcode: Type.Optional(PaperReference),
  associate: Type.Optional(
    Type.Boolean({ default: false, description: 'Links the objects that the name resolver knows to the paper.' }),
  ),
});
export type ExtractionRequest = Static<typeof ExtractionRequest>;

export const ExtractedTarget = Type.Object({
  /** The normalised designation: `HD 209458`, `GJ 581`, `tau Sco`. */
  designation: Type.String(),
  catalog: Type.String({ description: "The catalogue's acronym, or the kind of name: variable, Bayer, comet." }),
  count: Type.Integer(),
  offsets: Type.Array(Type.Integer(), {
    description:
      'The start of each occurrence, in UTF-16 code units of the text, or of the Markdown from GET /api/paper.',
  }),
  target_id: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], { description: 'With associate: the linked target, or null.' }),
  ),
});
export type ExtractedTarget = Static<typeof ExtractedTarget>;

export const TargetListParams = Type.Object({
  bibcode: Type.Optional(PaperReference),
  q: Type.Optional(ObjectName),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, description: 'Without a limit, all are returned.' }),
  ),
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
    summary: 'Links an object to a paper. Repeating it changes nothing.',
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
      'Designations in a text, or in a parsed paper without its bibliography, the most frequent first. X-Source-Errors says when names could not be resolved.',
    body: ExtractionRequest,
    reply: Type.Object({ targets: Type.Array(ExtractedTarget) }),
    statuses: [400, 401, 404, 409, 413, 500, 502, 504],
  }),
  listTargets: defineOperation({
    ...call,
    operationId: 'listTargets',
    method: 'get',
    path: '/api/target/list',
    summary: 'The objects that papers are linked to, in the order in which they were first linked.',
    query: TargetListParams,
    reply: Type.Array(Target),
    statuses: [400, 401, 404, 500],
  }),
};
