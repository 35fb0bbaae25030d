import type { Box } from '../block.ts';
import type { Matrix } from './matrix.ts';

/** pdfjs's list of a page's operators: codes and arguments. */
export interface OperatorList {
  readonly fnArray: ArrayLike<number>;
  readonly argsArray: unknown[];
}

/** The handled operators, by pdfjs's names. */
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
  | 'beginMarkedContent'
  | 'beginMarkedContentProps'
  | 'endMarkedContent'
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

/** Codes of the handled operators, as in pdfjs's `OPS`. */
export type OperatorCodes = Readonly<Record<OperatorName, number>>;

/**
 * A listener's action at an operator. `ctm` is the transformation from the operator's coordinates to the page after the
 * operator. `clip` is the visible box.
 */
type Step = (args: readonly unknown[], ctm: Matrix, clip: Box) => void;

/** Receives the operators of a page in order. A listener has a method for each operator that it handles. */
export type OperatorListener = Readonly<Partial<Record<OperatorName, Step>>>;
