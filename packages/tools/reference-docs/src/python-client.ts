import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The Python client and the document that it is generated from. */
export const PYTHON_CLIENT_FILE = 'docs/examples/almagest_grid.py';
export const PYTHON_CLIENT_DOCUMENT = 'docs/openapi/grid.json';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface OpenApi {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Names that the client uses itself. No parameter of an operation may have such a name. */
const OWN_NAMES: ReadonlySet<string> = new Set(['self', 'body', 'to']);

/**
 * Generates a Python client from the text of a document alone: the hand-written class of `python-client.py` with a
 * method for each operation. Forms and event streams are left out.
 */
export function renderPythonClient(document: string): string {
  const api = JSON.parse(document) as OpenApi;
  const methods = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => isSimple(operation))
      .map(([method, operation]) => renderMethod(api, method, path, operation)),
  );
  const hand = readFileSync(join(import.meta.dirname, 'python-client.py'), 'utf8');
  const facts = [
    `API_VERSION = ${JSON.stringify(api.info.version)}`,
    `DOCUMENT_SHA256 = "${createHash('sha256').update(document).digest('hex')}"`,
  ];
  return hand.replace('# FACTS', facts.join('\n')).replace('    # OPERATIONS\n', () => methods.join('\n'));
}

function isSimple({ requestBody, responses }: Operation): boolean {
  const sent = Object.keys(requestBody?.content ?? {});
  return !sent.includes('multipart/form-data') && !Object.hasOwn(responses['200']?.content ?? {}, 'text/event-stream');
}

function renderMethod(api: OpenApi, method: string, path: string, operation: Operation): string {
  const { operationId, summary, requestBody } = operation;
  const { inPath, inQuery } = parametersOf(operation);
  const sent = sentAs(method, operation);
  const isFile = Object.keys(operation.responses['200']?.content ?? {}).some((kind) => kind !== 'application/json');
  const signature = [
    'self',
    ...inPath.map((one) => `${one.name}: ${typeOf(api, one.schema)}`),
    ...(sent === undefined ? [] : [bodyParameter(sent, requestBody?.required !== false)]),
    ...(inQuery.length > 0 || isFile ? ['*'] : []),
    ...inQuery.map((one) => queryParameter(one, typeOf(api, one.schema))),
    ...(isFile ? ['to: Optional[str] = None'] : []),
  ];
  const call = [
    JSON.stringify(method.toUpperCase()),
    JSON.stringify(path),
    dictionaryOf(inPath, 12),
    dictionaryOf(inQuery, 12),
    ...(sent === undefined ? [] : [`body=body, sent_as=${JSON.stringify(sent)}`]),
    ...(isFile ? ['to=to'] : []),
  ];
  return [
    wrapped(`    def ${snakeCase(operationId)}(`, signature, ') -> Any:'),
    ...docstring(summary, inQuery),
    wrapped('        return self._call(', call, ')'),
    '',
  ].join('\n');
}

const LONGEST_LINE = 120;

/** Returns a list on one line, or with each element on its own line. */
function wrapped(head: string, elements: readonly string[], tail: string): string {
  const line = `${head}${elements.join(', ')}${tail}`;
  if (!line.includes('\n') && line.length <= LONGEST_LINE) return line;
  const indent = ' '.repeat(head.length - head.trimStart().length);
  return [head, ...elements.map((element) => `${indent}    ${element},`), `${indent}${tail}`].join('\n');
}

function dictionaryOf(parameters: readonly Parameter[], indent: number): string {
  const entries = parameters.map(({ name }) => `"${name}": ${name}`);
  return wrapped(`${' '.repeat(indent)}{`, entries, '}').trimStart();
}

/** Returns the parameters, required ones first, as Python demands. */
function parametersOf({ operationId, parameters = [] }: Operation) {
  const clash = parameters.find(({ name }) => OWN_NAMES.has(name) || !/^[a-z_][a-z0-9_]*$/.test(name));
  if (clash !== undefined)
    throw new Error(`${operationId} has the parameter ${clash.name}, which the client uses itself`);
  const placed = (place: string) => parameters.filter((parameter) => parameter.in === place);
  return {
    inPath: placed('path'),
    inQuery: placed('query').toSorted((a, b) => Number(b.required) - Number(a.required)),
  };
}

/** Returns how the body is sent, or undefined. File chunks are sent with PUT without a described body. */
function sentAs(method: string, { requestBody }: Operation): string | undefined {
  const [described] = Object.keys(requestBody?.content ?? {});
  return described ?? (method === 'put' ? 'application/octet-stream' : undefined);
}

function bodyParameter(sent: string, required: boolean): string {
  const type = sent === 'application/json' ? 'Mapping[str, Any]' : 'bytes';
  return required ? `body: ${type}` : `body: Optional[${type}] = None`;
}

function queryParameter({ name, required }: Parameter, type: string): string {
  return required ? `${name}: ${type}` : `${name}: Optional[${type}] = None`;
}

function docstring(summary: string, parameters: readonly Parameter[]): string[] {
  const text = (words: string) => words.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replaceAll(/\s+/g, ' ');
  const described = parameters.flatMap(({ name, schema: { description } }) =>
    description === undefined ? [] : [`        ${name}: ${text(description)}`],
  );
  if (described.length === 0) return [`        """${text(summary)}"""`];
  return [`        """${text(summary)}`, '', ...described, '        """'];
}

const TYPES: Readonly<Record<string, string>> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };

function typeOf(api: OpenApi, schema: Schema): string {
  if (schema.$ref !== undefined) {
    const known = api.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
    return known === undefined ? 'Any' : typeOf(api, known);
  }
  if (schema.enum !== undefined) return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`;
  return TYPES[schema.type ?? ''] ?? 'Any';
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
