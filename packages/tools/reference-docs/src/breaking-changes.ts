import { schemaBreaks, type Direction, type Schema } from './schema-change.ts';

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface DescribedOperation {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** An answer, or a reference to an answer among the components of the document. */
interface Answer {
  readonly content?: Content;
  readonly $ref?: string;
}

/** The parts of an OpenAPI document that are compared. */
export interface ApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, Answer>>;
  };
}

/**
 * Lists the changes that break programs written for the released document: an operation, a status, a media type or a
 * key of an answer was removed, a type or a value has changed, or a request needs something new. Additions do not break
 * programs.
 */
export function breakingChanges(released: ApiDocument, current: ApiDocument): string[] {
  return Object.entries(released.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, old]) => {
      const now = current.paths[path]?.[method];
      const place = `${method.toUpperCase()} ${path}`;
      if (now === undefined) return [`${place}: is removed`];
      const schemas = { released: released.components.schemas ?? {}, current: current.components.schemas ?? {} };
      const answers = { released: answersOf(released, old), current: answersOf(current, now) };
      return [
        ...credentialBreaks(old, now, place),
        ...parameterBreaks(old, now, schemas, place),
        ...bodyBreaks(old, now, schemas, place),
        ...answerBreaks(answers, schemas, place),
      ];
    }),
  );
}

/**
 * Returns whether callers of one version may break with the other: the major version has gone up, or before 1.0 the
 * minor version.
 */
export function mayBreak(released: string, current: string): boolean {
  const [oldMajor = 0, oldMinor = 0] = released.split('.').map(Number);
  const [major = 0, minor = 0] = current.split('.').map(Number);
  return major > oldMajor || (major === 0 && oldMajor === 0 && minor > oldMinor);
}

interface Components {
  readonly released: Readonly<Record<string, Schema>>;
  readonly current: Readonly<Record<string, Schema>>;
}

function compare(direction: Direction, old: Schema, now: Schema, components: Components, place: string): string[] {
  return schemaBreaks(
    direction,
    { schema: old, components: components.released },
    { schema: now, components: components.current },
    place,
  );
}

function credentialBreaks(old: DescribedOperation, now: DescribedOperation, place: string): string[] {
  const namesOf = ({ security }: DescribedOperation) =>
    // A missing list of credentials means the same as a list with an empty choice.
    security.length === 0 ? [''] : security.map((choice) => Object.keys(choice).sort().join(' and '));
  const accepted = namesOf(now);
  return accepted.includes('')
    ? []
    : namesOf(old)
        .filter((name) => !accepted.includes(name))
        .map((name) => `${place}: ${name === '' ? 'a credential is required' : `${name} is no longer accepted`}`);
}

function parameterBreaks(
  old: DescribedOperation,
  now: DescribedOperation,
  components: Components,
  place: string,
): string[] {
  const inOld = new Map(old.parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
  const inNow = new Map(now.parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
  const needed = [...inNow].filter(([key, { required }]) => required && inOld.get(key)?.required !== true);
  return [
    ...needed.map(([key]) => `${place}: ${key} is now required`),
    ...[...inOld].flatMap(([key, before]) => {
      const after = inNow.get(key);
      return after === undefined
        ? [`${place}: ${key} is removed`]
        : compare('request', before.schema, after.schema, components, `${place}: ${key}`);
    }),
  ];
}

function bodyBreaks(old: DescribedOperation, now: DescribedOperation, components: Components, place: string): string[] {
  const before = old.requestBody?.content ?? {};
  const after = now.requestBody?.content ?? {};
  if (old.requestBody === undefined) return now.requestBody === undefined ? [] : [`${place}: a body is now required`];
  return contentBreaks('request', before, after, components, `${place}: body`);
}

/** Returns the media types of an operation's answers, by status. */
function answersOf({ components }: ApiDocument, { responses }: DescribedOperation): Readonly<Record<string, Content>> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => {
      const named =
        answer.$ref === undefined
          ? answer
          : components.responses?.[answer.$ref.slice('#/components/responses/'.length)];
      return [status, named?.content ?? {}];
    }),
  );
}

function answerBreaks(
  answers: Readonly<Record<'released' | 'current', Readonly<Record<string, Content>>>>,
  components: Components,
  place: string,
): string[] {
  return Object.entries(answers.released).flatMap(([status, content]) => {
    const after = answers.current[status];
    if (after === undefined) return [`${place}: status ${status} is removed`];
    return contentBreaks('answer', content, after, components, `${place}: ${status}`);
  });
}

function contentBreaks(
  direction: Direction,
  before: Content,
  after: Content,
  components: Components,
  place: string,
): string[] {
  return Object.entries(before).flatMap(([type, { schema }]) => {
    const other = after[type]?.schema;
    return other === undefined
      ? [`${place}: ${type} is removed`]
      : compare(direction, schema, other, components, place);
  });
}
