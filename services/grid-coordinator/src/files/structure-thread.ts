// The program of the thread that structure-reader.ts starts.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { answerRequests } from '@almagest/bounded-thread';
import { StructureBlend } from '../domain/structure-blend.ts';
import { residualOf } from '../domain/structure-residual.ts';
import {
  comparedQuantities,
  depthLayout,
  readStructure,
  UnreadableStructure,
  type StructureText,
} from '../domain/structure-text.ts';
import type { DepthProfile, StructureAnswer, StructureFile, StructureRequest } from './structure-request.ts';

/** A file that is missing, or not the one that was stored. */
class DamagedFile extends Error {}

answerRequests((request: StructureRequest): StructureAnswer => {
  try {
    return answerTo(request);
  } catch (error) {
    if (error instanceof UnreadableStructure) return { kind: 'unreadable', reason: error.message };
    if (error instanceof DamagedFile) return { kind: 'damaged', reason: error.message };
    throw error;
  }
});

/** Holds one file and the compared quantities of the others, whatever their number is. */
function answerTo({ files, blend, predictions }: StructureRequest): StructureAnswer {
  const [heaviest] = blend.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const template = heaviest === undefined ? undefined : read(files, heaviest.file);
  const mean = template === undefined ? undefined : new StructureBlend(template);
  const weights = new Map(blend.map(({ file, weight }) => [file, weight]));
  const compared = new ComparedFiles(predictions);
  for (const file of files.keys()) {
    const structure = file === heaviest?.file && template !== undefined ? template : read(files, file);
    const weight = weights.get(file);
    if (weight !== undefined) mean?.add(structure, weight);
    compared.add(file, structure);
  }
  // A model that is not averaged is returned as it is.
  const text = (blend.length === 1 ? template?.text : mean?.format()) ?? null;
  return {
    kind: 'structure',
    text,
    profile: text === null ? null : profileOf(readStructure('the mean', text)),
    quantity: compared.quantity,
    residuals: compared.residuals(),
  };
}

/** The quantities of the files that take part in predictions. */
class ComparedFiles {
  readonly #predictions: StructureRequest['predictions'];
  readonly #wanted: ReadonlySet<number>;
  readonly #logarithms = new Map<number, Float64Array>();
  quantity: 'temperature' | 'all_positive' = 'temperature';

  constructor(predictions: StructureRequest['predictions']) {
    this.#predictions = predictions;
    this.#wanted = new Set(predictions.flatMap(({ of, from }) => [of, ...from.map(({ file }) => file)]));
  }

  add(file: number, structure: StructureText): void {
    if (!this.#wanted.has(file)) return;
    const { quantity, logarithms } = comparedQuantities(structure);
    this.#logarithms.set(file, logarithms);
    if (quantity === 'all_positive') this.quantity = quantity;
  }

  residuals(): (number | null)[] {
    const of = (file: number) => this.#logarithms.get(file) ?? NOTHING;
    return this.#predictions.map((prediction) =>
      residualOf(
        of(prediction.of),
        prediction.from.map(({ file, weight }) => ({ logarithms: of(file), weight })),
      ),
    );
  }
}

const NOTHING = new Float64Array(0);

function read(files: readonly StructureFile[], place: number): StructureText {
  const file = files[place];
  if (file === undefined) throw new Error(`a request names file ${place} of ${files.length}`);
  const content = contentOf(file);
  if (hash('sha256', content, 'hex') !== file.sha256)
    throw new DamagedFile(`the model of ${file.name} is not the file that was stored`);
  return readStructure(file.name, content.toString('latin1'));
}

function contentOf({ name, path }: StructureFile): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new DamagedFile(`the model of ${name} has no file`);
    throw error;
  }
}

function profileOf(structure: StructureText): DepthProfile | null {
  const layout = depthLayout(structure);
  if (layout === null) return null;
  const { first, step, depths } = layout;
  const values = (start: number, stride: number) =>
    Array.from({ length: depths }, (_, depth) => structure.values[start + depth * stride] ?? NaN);
  return { column_mass: values(2, 1), temperature: values(first, step) };
}
