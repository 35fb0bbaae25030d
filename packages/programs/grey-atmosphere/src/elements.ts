/** One ionisation stage with the values that determine its population and its bound-free opacity. */
interface IonStage {
  /** Energy to the next stage in eV. Null for the bare nucleus. */
  readonly ionisationEv: number | null;
  /** Statistical weight of the ground term, used as the partition function. */
  readonly groundWeight: number;
  /** Principal quantum number of the outermost shell. */
  readonly shell: number;
  /** The number of electrons in the outermost subshell. Each of these electrons can absorb. */
  readonly valenceElectrons: number;
}

export interface Element {
  readonly symbol: 'H' | 'He' | 'C' | 'N' | 'O';
  /** Standard atomic weight (IUPAC 2021), u. */
  readonly massU: number;
  readonly stages: readonly IonStage[];
}

/** [ionisation energy eV or null, ground-term weight, shell, valence electrons] of each stage, neutral first. */
type StageRow = readonly [number | null, number, number, number];

const element = (symbol: Element['symbol'], massU: number, rows: readonly StageRow[]): Element => ({
  symbol,
  massU,
  stages: rows.map(([ionisationEv, groundWeight, shell, valenceElectrons]) => ({
    ionisationEv,
    groundWeight,
    shell,
    valenceElectrons,
  })),
});

/**
 * Ionisation energies: NIST Atomic Spectra Database 5.11. Weights: sum of 2J+1 over the ground term, because its fine
 * structure is far below kT at all temperatures computed here.
 */
export const ELEMENTS: readonly Element[] = [
  element('H', 1.008, [
    [13.598434, 2, 1, 1],
    [null, 1, 1, 0],
  ]),
  element('He', 4.002602, [
    [24.587389, 1, 1, 2],
    [54.417766, 2, 1, 1],
    [null, 1, 1, 0],
  ]),
  element('C', 12.011, [
    [11.260288, 9, 2, 2],
    [24.383143, 6, 2, 1],
    [47.88778, 1, 2, 2],
    [64.49352, 2, 2, 1],
    [392.090515, 1, 1, 2],
    [489.993195, 2, 1, 1],
    [null, 1, 1, 0],
  ]),
  element('N', 14.007, [
    [14.53413, 4, 2, 3],
    [29.60125, 9, 2, 2],
    [47.4453, 6, 2, 1],
    [77.4735, 1, 2, 2],
    [97.8901, 2, 2, 1],
    [552.06733, 1, 1, 2],
    [667.046121, 2, 1, 1],
    [null, 1, 1, 0],
  ]),
  element('O', 15.999, [
    [13.618055, 9, 2, 4],
    [35.12112, 4, 2, 3],
    [54.93554, 9, 2, 2],
    [77.4135, 6, 2, 1],
    [113.8989, 1, 2, 2],
    [138.1189, 2, 2, 1],
    [739.32683, 1, 1, 2],
    [871.409883, 2, 1, 1],
    [null, 1, 1, 0],
  ]),
];

/** The index of each element's neutral stage in a flat list of all stages. */
export const STAGE_OFFSETS: readonly number[] = ELEMENTS.map((_, index) =>
  ELEMENTS.slice(0, index).reduce((sum, { stages }) => sum + stages.length, 0),
);

/** 29: H 2, He 3, C 7, N 8, O 9. */
export const STAGE_COUNT = ELEMENTS.reduce((sum, { stages }) => sum + stages.length, 0);
