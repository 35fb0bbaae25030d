// structure-reader.ts starts this program.
import { answerRequests } from '@almagest/bounded-process';
import { describeColumns, readSpectrum, UnreadableSpectrumError } from '@almagest/engine-text';
import { modelDifferences, spectrumDifferences } from '../domain/models/file-difference.ts';
import { columnLogarithms, spectrumResiduals, structureResiduals } from '../domain/models/part-residuals.ts';
import { fluxLogarithms, SpectrumBlend, type SpectrumText } from '../domain/models/spectrum-blend.ts';
import { windowRanges, windowsOf } from '../domain/models/spectrum-windows.ts';
import { StructureBlend } from '../domain/models/structure-blend.ts';
import {
  comparedQuantities,
  depthLayout,
  readStructure,
  UnreadableStructureError,
  type StructureText,
} from '../domain/models/structure-text.ts';
import { DamagedFileError, readStored, type StoredFiles } from './stored-file.ts';
import type {
  DepthProfile,
  ReaderRequest,
  ResidualRequest,
  ResidualResult,
  SpectrumResult,
  StructureAnswer,
  StructureRequest,
  StructureResult,
} from './structure-request.ts';
import {
  residualOf,
  residualsIn,
  type Predictor,
  type RangeResidual,
  type ValueRange,
} from '../domain/models/structure-residual.ts';

answerRequests((request: ReaderRequest): StructureAnswer => {
  try {
    return answerOf(request);
  } catch (error) {
    if (error instanceof UnreadableStructureError || error instanceof UnreadableSpectrumError)
      return { kind: 'unreadable', reason: error.message };
    if (error instanceof DamagedFileError) return { kind: 'damaged', reason: error.message };
    throw error;
  }
});

function answerOf(request: ReaderRequest): StructureAnswer {
  switch (request.content) {
    case 'model':
      return compareModels(request);
    case 'spectrum':
      return compareSpectra(request);
    case 'model_residuals':
      return { kind: 'residuals', predictions: modelResiduals(request) };
    case 'spectrum_residuals':
      return { kind: 'residuals', predictions: fluxResiduals(request) };
    case 'model_difference': {
      const files = { files: request.files, content: 'model' } as const;
      return { kind: 'difference', quantities: modelDifferences(readModel(files, 0), readModel(files, 1)) };
    }
    case 'spectrum_difference': {
      const files = { files: request.files, content: 'spectrum' } as const;
      const quantities = spectrumDifferences(readSpectrumFile(files, 0), readSpectrumFile(files, 1));
      return { kind: 'difference', quantities };
    }
  }
}

/** Holds in memory only one file and the compared quantities of the other files. */
function compareModels(request: StructureRequest): StructureResult {
  const { files, blend, predictions } = request;
  const heaviest = heaviestOf(blend);
  const template = heaviest === undefined ? undefined : readModel(request, heaviest);
  const mean = template === undefined ? undefined : new StructureBlend(template);
  const weights = weightsOf(blend);
  const compared = new ComparedFiles(predictions);
  let quantity: StructureResult['quantity'] = 'temperature';
  for (const file of files.keys()) {
    const structure = file === heaviest && template !== undefined ? template : readModel(request, file);
    const weight = weights.get(file);
    if (weight !== undefined) mean?.add(structure, weight);
    if (!compared.needs(file)) continue;
    const own = comparedQuantities(structure);
    compared.add(file, own.logarithms);
    if (own.quantity === 'all_positive') quantity = own.quantity;
  }
  // A model that is not averaged is returned unchanged.
  const text = (blend.length === 1 ? template?.text : mean?.format()) ?? null;
  return {
    kind: 'structure',
    text,
    profile: profileOf(text),
    quantity,
    residuals: compared.residuals(),
  };
}

/** Averages and compares spectra at the wavelengths of the result. */
function compareSpectra(request: StructureRequest): SpectrumResult {
  const { files, blend, predictions } = request;
  const heaviest = heaviestOf(blend) ?? 0;
  const template = readSpectrumFile(request, heaviest);
  const mean = new SpectrumBlend(template);
  const weights = weightsOf(blend);
  const compared = new ComparedFiles(predictions);
  for (const file of files.keys()) {
    const spectrum = file === heaviest ? template : readSpectrumFile(request, file);
    const weight = weights.get(file);
    if (weight !== undefined) mean.add(spectrum, weight);
    if (compared.needs(file)) compared.add(file, fluxLogarithms(template.wavelengths, spectrum));
  }
  const text = blend.length === 1 ? template.text : mean.format();
  const ranges = windowRanges(template.wavelengths.length);
  return {
    kind: 'spectrum',
    text,
    resampled: mean.resampled,
    residuals: compared.residuals(),
    windows: windowsOf(template.wavelengths, ranges),
    windowResiduals: compared.residualsIn(ranges),
  };
}

type Predictions = ResidualResult['predictions'];

function modelResiduals({ files, predictions }: ResidualRequest): Predictions {
  const models = files.map((_, place) => columnLogarithms(readModel({ files, content: 'model' }, place)));
  return predictions.map(({ of, from }) => {
    const actual = models[of];
    const predictor = from.flatMap(({ file, weight }) => {
      const model = models[file];
      return model === undefined ? [] : [{ of: model, weight }];
    });
    return actual === undefined ? [] : structureResiduals(actual, predictor);
  });
}

/** Compares fluxes at the wavelengths of the predicted spectrum. */
function fluxResiduals({ files, predictions, product }: ResidualRequest): Predictions {
  const spectra = files.map((_, place) => {
    const spectrum = readSpectrumFile({ files, content: 'spectrum' }, place);
    const { wavelengths, fluxes, columns } = spectrum;
    return { wavelengths, fluxes, columns, described: describeColumns(spectrum) };
  });
  return predictions.map(({ of, from }) => {
    const actual = spectra[of];
    if (actual === undefined) return [];
    const { wavelengths, described } = actual;
    if (from.some(({ file }) => spectra[file]?.described !== described)) return [];
    const predictor = from.flatMap(({ file, weight }) => {
      const spectrum = spectra[file];
      return spectrum === undefined ? [] : [{ logarithms: fluxLogarithms(wavelengths, spectrum), weight }];
    });
    return spectrumResiduals(wavelengths, fluxLogarithms(wavelengths, actual), predictor, product);
  });
}

type Weights = StructureRequest['blend'];

function heaviestOf(blend: Weights): number | undefined {
  return blend.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))[0]?.file;
}

function weightsOf(blend: Weights): ReadonlyMap<number, number> {
  return new Map(blend.map(({ file, weight }) => [file, weight]));
}

function readModel(request: StoredFiles, place: number): StructureText {
  const { name, text } = readStored(request, place);
  return readStructure(name, text);
}

function readSpectrumFile(request: StoredFiles, place: number): SpectrumText {
  const { name, text } = readStored(request, place);
  try {
    return { name, text, ...readSpectrum(text) };
  } catch (error) {
    if (!(error instanceof UnreadableSpectrumError)) throw error;
    throw new UnreadableSpectrumError(`the spectrum of ${name} cannot be read: ${error.message}`, { cause: error });
  }
}

function profileOf(text: string | null): DepthProfile | null {
  if (text === null) return null;
  const structure = readStructure('the mean', text);
  const layout = depthLayout(structure);
  if (layout === null) return null;
  const { first, step, depths } = layout;
  const values = (start: number, stride: number) =>
    Array.from({ length: depths }, (_, depth) => structure.values[start + depth * stride] ?? NaN);
  return { column_mass: values(2, 1), temperature: values(first, step) };
}

const NOTHING = new Float64Array(0);

/** Holds the logarithms of the compared quantities, for files that predictions use. */
class ComparedFiles {
  readonly #predictions: StructureRequest['predictions'];
  readonly #wanted: ReadonlySet<number>;
  readonly #logarithms = new Map<number, Float64Array>();

  constructor(predictions: StructureRequest['predictions']) {
    this.#predictions = predictions;
    this.#wanted = new Set(predictions.flatMap(({ of, from }) => [of, ...from.map(({ file }) => file)]));
  }

  needs(file: number): boolean {
    return this.#wanted.has(file);
  }

  add(file: number, logarithms: Float64Array): void {
    this.#logarithms.set(file, logarithms);
  }

  residualsIn(ranges: readonly ValueRange[]): (RangeResidual | null)[][] {
    return this.#predictions.map((prediction) =>
      residualsIn(this.#of(prediction.of), this.#predictor(prediction), ranges),
    );
  }

  /** Returns one residual for each prediction, or null without comparable values. */
  residuals(): (number | null)[] {
    return this.#predictions.map((prediction) => residualOf(this.#of(prediction.of), this.#predictor(prediction)));
  }

  #of(file: number): Float64Array {
    return this.#logarithms.get(file) ?? NOTHING;
  }

  #predictor({ from }: StructureRequest['predictions'][number]): Predictor {
    return from.map(({ file, weight }) => ({ logarithms: this.#of(file), weight }));
  }
}
