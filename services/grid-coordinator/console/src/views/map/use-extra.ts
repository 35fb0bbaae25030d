import type { Proposal } from '@almagest/contracts/grid';
import { useMessages } from '@almagest/ui/messages';
import { useMemo, useRef } from 'react';
import { AXIS_NAMES } from '../../axis-names.ts';
import { ExtraPoints } from './extra-points.ts';
import { useLegendWords } from './legend-words.ts';
import { useMapState } from './map-state.ts';
import type { Mark } from './marks.ts';
import { mapMessages } from './messages.ts';
import { openPoint } from './open-point.ts';
import { proposalMessages } from './proposal-messages.ts';
import { AXES } from './shape.ts';
import { UNCOUNTED } from './tally.ts';

export function useExtraPoints(): ExtraPoints {
  const { grid } = useMapState();
  return useMemo(() => new ExtraPoints(grid.extra, grid.axes), [grid]);
}

/** Returns the indices of the extra points in view. `open` names axes whose ranges are ignored. */
export function useShownExtra(open: readonly number[] = NO_AXES): readonly number[] {
  const extra = useExtraPoints();
  const { view, counts } = useMapState();
  return useMemo(
    () => extra.within(view.box, open).filter((index) => (counts.extra[index] ?? UNCOUNTED) !== UNCOUNTED),
    [extra, view.box, counts, open],
  );
}

const NO_AXES: readonly number[] = [];

/** Returns the marks of points. `placeOf` converts ranks to cells. */
export function useMarks(
  shown: readonly number[],
  placeOf: (ranks: readonly number[]) => readonly [number, number],
): readonly Mark[] {
  const extra = useExtraPoints();
  const { counts, inks } = useMapState();
  return useMemo(
    () =>
      shown.map((index) => {
        const [x, y] = placeOf(extra.ranksOf(index));
        return { kind: 'point' as const, index, x, y, colour: inks.colours[counts.extra[index] ?? UNCOUNTED] ?? 0 };
      }),
    [shown, placeOf, extra, counts, inks],
  );
}

/** White, and the colour of chosen points: alpha, blue, green, red. */
const FREE = 0xff_ff_ff_ff;
const CHOSEN = 0xff_dd_77_3f;

/** Returns the marks of proposed points on the heat map of a pair of axes. */
export function useProposalMarks(placeOf: (ranks: readonly number[]) => readonly [number, number]): readonly Mark[] {
  const { proposals, grid } = useMapState();
  const { shown = NO_PROPOSALS, chosen } = proposals ?? {};
  return useMemo(() => {
    const points = new ExtraPoints(
      shown.map(({ params }) => params),
      grid.axes,
    );
    return shown.map(({ name }, index) => {
      const [x, y] = placeOf(points.ranksOf(index));
      return { kind: 'proposal' as const, index, x, y, colour: chosen?.has(name) === true ? CHOSEN : FREE };
    });
  }, [shown, chosen, grid, placeOf]);
}

const NO_PROPOSALS: readonly Proposal[] = [];

/** Describes an extra point in words. */
export function useExtraWords(): (index: number) => { readonly where: string; readonly state: string } {
  const { grid, counts, causeOf } = useMapState();
  const wordsOf = useLegendWords(causeOf);
  return (index) => {
    const point = grid.extra[index];
    const entry = counts.legend[counts.extra[index] ?? UNCOUNTED];
    return {
      where: point === undefined ? '' : AXES.map((axis) => `${AXIS_NAMES[axis]} ${point[axis]}`).join(', '),
      state: entry === undefined ? '' : wordsOf(entry),
    };
  };
}

/**
 * Describes marks and opens the card of a clicked mark. Further clicks go through marks at the same place. A click on a
 * proposed point toggles its choice.
 */
export function useMarkActions(tell: (text: string) => void): (marks: readonly Mark[], isOpened: boolean) => void {
  const t = useMessages(mapMessages);
  const state = useMapState();
  const wordsOf = useExtraWords();
  const proposal = useMessages(proposalMessages);
  const opened = useRef<number>(undefined);
  const onProposal = (index: number, isOpened: boolean) => {
    const { shown, chosen, choose } = state.proposals ?? {};
    const name = shown?.[index]?.name ?? '';
    tell(proposal.here(name));
    if (isOpened) choose?.([name], chosen?.has(name) !== true);
  };
  return (marks, isOpened) => {
    const [first] = marks;
    if (first === undefined) return;
    if (first.kind === 'proposal') {
      onProposal(first.index, isOpened);
      return;
    }
    const { where, state: outcome } = wordsOf(first.index);
    tell(t.besideHere(marks.length, `${where}: ${outcome}`));
    if (!isOpened) return;
    const points = marks.filter(({ kind }) => kind === 'point');
    const before = points.findIndex(({ index }) => index === opened.current);
    opened.current = points[(before + 1) % points.length]?.index;
    const point = state.grid.extra[opened.current ?? first.index];
    if (point !== undefined) void openPoint(state, point, t.noSuchPoint);
  };
}
