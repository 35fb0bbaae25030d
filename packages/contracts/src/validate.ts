import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { Static, TSchema } from 'typebox';
import { unseenCharacterOf } from './unseen-characters.ts';

// ajv-formats is CommonJS with a `default` key. Under nodenext the function is in `.default`.
const addFormats = addFormatsModule.default;
// Stops at the first fault, so that a text that is too long is refused before a pattern is matched against it.
const ajv = new Ajv2020({ strict: true, allErrors: false, allowUnionTypes: true, verbose: true });
addFormats(ajv, ['date-time']);
// The library's own format accepts the prefix `urn:uuid:`, which PostgreSQL does not.
ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);

export type Checked<T> = { ok: true; value: T } | { ok: false; fault: string };
export type Check<T> = (value: unknown) => Checked<T>;

/**
 * Returns a check of values against a schema. The first check compiles the schema, because a process uses few of its
 * schemas. Throws then if Ajv does not support the schema.
 */
export function compile<S extends TSchema>(schema: S): Check<Static<S>> {
  let isValid: ValidateFunction<Static<S>> | undefined;
  return (value) => {
    isValid ??= ajv.compile<Static<S>>(schema);
    return isValid(value) ? { ok: true, value } : { ok: false, fault: describe(isValid.errors ?? []) };
  };
}

/** Describes where each fault is and what was expected: `grid.teff[2]: must be number`. */
function describe(errors: ErrorObject[]): string {
  // The error of `anyOf` itself only repeats the errors of its branches.
  const own = errors.filter((error) => error.keyword !== 'anyOf');
  const lines = (own.length > 0 ? own : errors).map((error) => {
    const place = placeOf(error.instancePath);
    if (error.keyword === 'additionalProperties')
      return `${place}unknown key ${JSON.stringify(String(error.params['additionalProperty']).slice(0, 100))}`;
    // A pattern is hard to read. The title of its schema describes what is expected.
    const title: unknown = error.keyword === 'pattern' ? error.parentSchema?.['title'] : undefined;
    if (typeof title === 'string') return `${place}must be ${title}${unseenIn(error.data)}`;
    const allowed = error.keyword === 'enum' ? `: ${(error.params['allowedValues'] as unknown[]).join(', ')}` : '';
    return `${place}${error.message ?? error.keyword}${allowed}`;
  });
  return [...new Set(lines)].slice(0, 5).join('; ');
}

/** Describes invisible characters, which users cannot find by looking at the value. */
function unseenIn(value: unknown): string {
  const character = typeof value === 'string' ? unseenCharacterOf(value) : undefined;
  return character === undefined ? '' : `, without ${character}`;
}

function placeOf(pointer: string): string {
  if (pointer === '') return '';
  const path = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
  return `${path}: `;
}
