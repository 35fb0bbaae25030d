import type { openApiDocument } from '@almagest/contracts';
import { escapeMarkup } from './markup.ts';

interface Response {
  readonly description: string;
  readonly content?: Record<string, { readonly schema: unknown }>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Record<string, unknown>[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: unknown;
  }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: unknown }> };
  readonly responses: Record<string, Response | { readonly $ref: string }>;
}

type Document = ReturnType<typeof openApiDocument>;

/** A service's documentation. Generated at the first request, because generating it takes a tenth of a second. */
export class Documentation {
  readonly #makeDocument: () => Document;
  #document: Document | undefined;
  #page: string | undefined;

  constructor(makeDocument: () => Document) {
    this.#makeDocument = makeDocument;
  }

  get document(): Document {
    this.#document ??= this.#makeDocument();
    return this.#document;
  }

  get page(): string {
    this.#page ??= docsPage(this.document);
    return this.#page;
  }
}

/** Renders the OpenAPI document as a page without scripts and external resources. */
function docsPage(document: Document): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as DescribedOperation,
    })),
  );
  const groups = Map.groupBy(entries, ({ operation }) => operation.tags[0] ?? 'other');
  const sections = [...groups].map(
    ([tag, group]) =>
      `<h2>${escapeMarkup(tag)}</h2>${group.map(({ path, method, operation }) => describe(document, method, path, operation)).join('')}`,
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details id="${name}"><summary><code>${name}</code></summary><pre>${json(schema, 2)}</pre></details>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeMarkup(document.info.title)} ${escapeMarkup(document.info.version)}</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2430}
details{border:1px solid #d5dbe3;border-radius:6px;margin:.5rem 0;padding:.4rem .8rem}
summary{cursor:pointer}code,pre{font:13px/1.45 ui-monospace,monospace}pre{background:#f5f7fa;padding:.6rem;overflow:auto}
.method{display:inline-block;min-width:4.5rem;font-weight:700}.lock{color:#7a5b00}
</style></head><body>
<h1>${escapeMarkup(document.info.title)} <small>${escapeMarkup(document.info.version)}</small></h1>
<p>For programs: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p>
${sections.join('\n')}
<h2>Schemas</h2>
${schemas.join('')}
</body></html>`;
}

function describe({ components }: Document, method: string, path: string, operation: DescribedOperation): string {
  const credentials = operation.security.flatMap((one) => Object.keys(one));
  const lock =
    credentials.length > 0
      ? `<p class="lock">Credential: ${escapeMarkup([...new Set(credentials)].join(', '))}</p>`
      : '';
  const parameters = operation.parameters.map(
    ({ name, in: place, required, schema }) =>
      `<li><code>${escapeMarkup(name)}</code> (${place}${required ? ', required' : ''}) <code>${json(schema, 0)}</code></li>`,
  );
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<h4>Request, ${escapeMarkup(type)}</h4><pre>${json(schema, 2)}</pre>`,
  );
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const named =
      '$ref' in response ? components.responses[response.$ref.slice('#/components/responses/'.length)] : response;
    const { description, content } = named as Response;
    const shapes = Object.entries(content ?? {}).map(([type, { schema }]) =>
      status === '200' ? `<pre>${escapeMarkup(type)}\n${json(schema, 2)}</pre>` : '',
    );
    return `<li><b>${status}</b> ${escapeMarkup(description)}${shapes.join('')}</li>`;
  });
  return `<details id="${operation.operationId}"><summary><span class="method">${method.toUpperCase()}</span> <code>${escapeMarkup(path)}</code> ${escapeMarkup(operation.summary)}</summary>
${lock}${parameters.length > 0 ? `<h4>Parameters</h4><ul>${parameters.join('')}</ul>` : ''}${bodies.join('')}<h4>Answers</h4><ul>${responses.join('')}</ul></details>`;
}

function json(value: unknown, indent: number): string {
  const text = escapeMarkup(JSON.stringify(value, null, indent));
  return text.replaceAll(/#\/components\/schemas\/(\w+)/g, '<a href="#$1">$&</a>');
}
