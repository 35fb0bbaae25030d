/** A mark on a drawing. Its position is in cells from the bottom left. */
export interface Mark {
  /** Proposed points are circles, points of the grid are diamonds. */
  readonly kind: 'point' | 'proposal';
  /** Index among the extra or the proposed points. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
  /** 32 bits: alpha, blue, green, red. */
  readonly colour: number;
}

/** Half the width of a mark, and the distance at which a pointer hits it, in CSS pixels. */
const RADIUS = 4;
const REACH = 7;
/** Beyond this number, marks are drawn smaller. */
const MANY = 150;
const SMALL_RADIUS = 2.5;
/** A white line within a black line is visible on every colour. */
const EDGES = [
  ['#000', 4],
  ['#fff', 2],
] as const;

export interface Drawing {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the centre of a mark, in pixels from the top left. */
function middleOf({ x, y }: Mark, { columns, rows, width, height }: Drawing): readonly [number, number] {
  return [(x / columns) * width, height - (y / rows) * height];
}

/** Returns the marks under a pointer, nearest first. The position is in CSS pixels from the top left. */
export function marksAt(marks: readonly Mark[], drawing: Drawing, [left, top]: readonly [number, number]): Mark[] {
  return marks
    .map((mark) => {
      const [x, y] = middleOf(mark, drawing);
      return { mark, distance: Math.hypot(x - left, y - top) };
    })
    .filter(({ distance }) => distance <= REACH)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ mark }) => mark);
}

/** Draws each mark in its colour, with an edge that separates it from the cells. */
export function drawMarks(context: CanvasRenderingContext2D, marks: readonly Mark[], drawing: Drawing): void {
  const radius = (marks.length > MANY ? SMALL_RADIUS : RADIUS) * window.devicePixelRatio;
  for (const mark of marks) {
    const [x, y] = middleOf(mark, drawing);
    context.beginPath();
    if (mark.kind === 'proposal') context.arc(x, y, radius, 0, 2 * Math.PI);
    else addDiamond(context, [x, y], radius);
    context.fillStyle = cssColour(mark.colour);
    for (const [edge, width] of EDGES) {
      context.strokeStyle = edge;
      context.lineWidth = width * window.devicePixelRatio;
      context.stroke();
    }
    context.fill();
  }
}

function addDiamond(context: CanvasRenderingContext2D, [x, y]: readonly [number, number], radius: number): void {
  context.moveTo(x, y - radius);
  context.lineTo(x + radius, y);
  context.lineTo(x, y + radius);
  context.lineTo(x - radius, y);
  context.closePath();
}

function cssColour(colour: number): string {
  return `rgb(${colour & 0xff} ${(colour >> 8) & 0xff} ${(colour >> 16) & 0xff})`;
}
