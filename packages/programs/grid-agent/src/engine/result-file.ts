import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import {
  ArtifactKind,
  ArtifactPath,
  clampedValues,
  engineProperties,
  ProductName,
  Stage,
} from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';
import { reasonOf } from '../agent-error.ts';
import { openRegular } from '../disk/regular-file.ts';

/** Describes a file in `out`. An omitted kind is derived from the path. */
const NamedArtifact = Type.Object({
  path: ArtifactPath,
  kind: Type.Optional(Type.Union([ArtifactKind, Type.Null()])),
  product: Type.Optional(Type.Union([ProductName, Type.Null()])),
});

/** How the engine identifies itself. */
const EngineIdentity = Type.Object({
  name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  version: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** Fields that are only shown and don't affect how the result is used. */
const informing = {
  engine: Type.Optional(Type.Union([EngineIdentity, Type.Null()])),
  error_message: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Keys of the diagnostic record. The agent adds name, params and times if they are missing. */
  summary: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  artifacts: Type.Optional(Type.Union([Type.Array(NamedArtifact), Type.Null()])),
};

const EngineResult = Type.Object({
  converged: Type.Boolean(),
  atmosphere_has_nan: Type.Boolean(),
  ...engineProperties,
  ...informing,
  failed_stage: Type.Optional(Type.Union([Stage, Type.Null()])),
});
export type EngineResult = Static<typeof EngineResult>;

const isEngineResult = compile(EngineResult);

export type ResultFile =
  /** `mended`: the fields that were invalid. They were clamped or left out. */
  | { readonly ok: true; readonly result: EngineResult; readonly mended: readonly string[] }
  | { readonly ok: false; readonly fault: string };

/** A larger file cannot be a result. */
const LARGEST_BYTES = 16 * 2 ** 20;

export async function readResult(folder: string): Promise<ResultFile> {
  const path = join(folder, 'result.json');
  try {
    await using file = await openRegular(path);
    const { size } = await file.stat();
    if (size > LARGEST_BYTES) return { ok: false, fault: `result.json is too large: ${size} bytes` };
    const read: unknown = JSON.parse(await file.readFile('utf8'));
    const mended = mendedFields(read);
    const checked = isEngineResult(typeof read === 'object' && read !== null ? { ...read, ...mended } : read);
    return checked.ok
      ? { ok: true, result: checked.value, mended: Object.keys(mended) }
      : { ok: false, fault: `result.json is invalid: ${checked.fault}` };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { ok: false, fault: isMissing ? 'no result.json' : `unreadable result.json: ${reasonOf(error)}` };
  }
}

const INFORMING = { ...engineProperties, ...informing };
const CHECKS = Object.entries(INFORMING).map(([name, schema]) => ({ name, isValid: compile(schema) }));
const isArtifact = compile(NamedArtifact);

/** Returns replacements for invalid fields that are only shown. An invalid field must not cost a model. */
function mendedFields(read: unknown): Readonly<Record<string, unknown>> {
  if (typeof read !== 'object' || read === null) return {};
  const mended: Record<string, unknown> = clampedValues(read);
  for (const { name, isValid } of CHECKS) {
    const value = (read as Readonly<Record<string, unknown>>)[name];
    if (value === undefined || name in mended || isValid(value).ok) continue;
    mended[name] = Array.isArray(value) && name === 'artifacts' ? value.filter((one) => isArtifact(one).ok) : null;
  }
  return mended;
}

const TAIL_BYTES = 2_000;
const TAIL_LINES = 10;

/** Returns the last lines of a file. The file may be huge. Returns an empty text if the file does not exist. */
export async function tailOf(path: string): Promise<string> {
  try {
    await using handle = await openRegular(path);
    const { size } = await handle.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(TAIL_BYTES), position: from });
    return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-TAIL_LINES).join('\n');
  } catch {
    return '';
  }
}
