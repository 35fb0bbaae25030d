import { residualOf } from '../domain/models/structure-residual.ts';
import type { StructureRequest } from './structure-request.ts';

const NOTHING = new Float64Array(0);

/** Holds the logarithms of the compared quantities of files that take part in predictions. */
export class ComparedFiles {
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

  /** Returns one residual for each prediction, or null without comparable values. */
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
