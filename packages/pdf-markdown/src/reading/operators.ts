import type { Box } from '../block.ts';
import type { Matrix } from './matrix.ts';

/** pdfjs's list of a page's operators: their codes and their arguments. */
export interface OperatorList {
  readonly fnArray: ArrayLike<number>;
  readonly argsArray: ArrayLike<unknown>;
}

/** The operators that are handled, by pdfjs's names. */
export type OperatorName =
  | 'save'
  | 'restore'
  | 'transform'
  | 'constructPath'
  | 'endPath'
  | 'clip'
  | 'eoClip'
  | 'paintFormXObjectBegin'
  | 'paintFormXObjectEnd'
  | 'beginGroup'
  | 'endGroup'
  | 'paintImageXObject'
  | 'paintInlineImageXObject'
  | 'paintImageMaskXObject'
  | 'paintSolidColorImageMask'
  | 'setGState'
  | 'beginText'
  | 'setFont'
  | 'setCharSpacing'
  | 'setWordSpacing'
  | 'setHScale'
  | 'setLeading'
  | 'setTextRise'
  | 'setTextMatrix'
  | 'moveText'
  | 'setLeadingMoveText'
  | 'nextLine'
  | 'showText';

/** Codes of the relevant operators, as in pdfjs's `OPS`. */
export type OperatorCodes = Readonly<Record<OperatorName, number>>;

/**
 * What a listener does at an operator. `ctm` is the transformation after it, from the operator's coordinates to the page;
 * `clip` the box outside which nothing is visible.
 */
type Step = (args: readonly unknown[], ctm: Matrix, clip: Box) => void;

/** Reads a page while its operators are walked: it has a method for each one that it handles. */
export type OperatorListener = Readonly<Partial<Record<OperatorName, Step>>>;
