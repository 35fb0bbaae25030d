import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, WordedText } from '../schema.ts';
import { PaperReference } from './vocabulary.ts';

/** PostgreSQL cannot store NUL or unpaired surrogates. */
const ObjectName = WordedText(200);

/** The name resolver's data about an object. */
export const ObjectData = Type.Object({
  /** The name in the request. */
  name: Type.String(),
  /** The main name of the object in the resolver. */
  canonical_name: Type.String(),
  ra_deg: Type.Number({ description: 'ICRS.' }),
  dec_deg: Type.Number({ description: 'ICRS.' }),
  object_type: Nullable(Type.String()),
  spectral_type: Nullable(Type.String()),
  magnitudes: Nullable(Type.Record(Type.String(), Type.Number(), { description: 'By band.' })),
  parallax_mas: Nullable(Type.Number()),
  radial_velocity_kms: Nullable(Type.Number()),
  aliases: Type.Array(Type.String()),
  resolver: Type.String({ description: 'The database that knows the name: Simbad, NED or VizieR.' }),
});
export type ObjectData = Static<typeof ObjectData>;

/** An object that is linked to papers. */
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
      description: 'A text to search instead of the paper. Its bibliography, if any, is skipped. Must not be blank.',
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
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Default: all.' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
});
export type TargetListParams = Static<typeof TargetListParams>;

const call = { tag: 'targets', role: 'api-token-if-configured', failures: 'text' } as const;

export const targetOperations = defineOperations({
  queryTarget: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/target/query',
    summary: 'Returns position and basic data of an object by any of its names.',
    query: Type.Object({ name: ObjectName }),
    reply: ObjectData,
    statuses: [400, 401, 403, 404, 500, 502, 504],
  },
  associateTarget: {
    ...call,
    least: 'member',
    method: 'post',
    path: '/api/target/associate',
    summary: 'Links an object to a paper. Repeating the call changes nothing.',
    body: closedObject({ bibcode: PaperReference, name: ObjectName }),
    reply: Target,
    statuses: [400, 401, 403, 404, 409, 413, 500, 502, 504],
  },
  extractTargets: {
    ...call,
    least: 'member',
    method: 'post',
    path: '/api/target/extract',
    summary:
      'Finds designations in a text, or in a parsed paper without its bibliography, most frequent first. X-Source-Errors says if names could not be resolved.',
    body: ExtractionRequest,
    reply: Type.Object({ targets: Type.Array(ExtractedTarget) }),
    statuses: [400, 401, 403, 404, 409, 413, 500, 502, 504],
  },
  listTargets: {
    ...call,
    least: 'reader',
    method: 'get',
    path: '/api/target/list',
    summary: 'Lists the objects that are linked to papers, in the order in which they were first linked.',
    query: TargetListParams,
    reply: Type.Array(Target),
    statuses: [400, 401, 403, 404, 500],
  },
});
