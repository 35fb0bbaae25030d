import './stacked-bar.css';

export interface BarPart {
  readonly label: string;
  readonly number: number;
  /** A colour of the style sheet, such as `var(--converged)`. */
  readonly color: string;
}

/**
 * The width of the drawing and the least width of a part, in the drawing's own units. The least width keeps one failed
 * point among millions visible.
 */
const WIDTH = 1_000;
const LEAST_WIDTH = 6;

/** Shows parts of a whole as a bar. Its label lists the numbers. */
export function StackedBar({ parts, label }: { readonly parts: readonly BarPart[]; readonly label: string }) {
  const total = parts.reduce((sum, { number }) => sum + number, 0);
  const shown = parts.filter(({ number }) => number > 0);
  const widths = shown.map(({ number }) => Math.max(LEAST_WIDTH, (WIDTH * number) / total));
  const scale = WIDTH / widths.reduce((sum, width) => sum + width, 0);
  const ends = widths.map((_, index) => scale * widths.slice(0, index + 1).reduce((sum, width) => sum + width, 0));
  return (
    <svg className="stacked-bar" viewBox={`0 0 ${WIDTH} 1`} preserveAspectRatio="none" role="img" aria-label={label}>
      <title>{label}</title>
      {shown.map(({ label: name, color }, index) => {
        const start = ends[index - 1] ?? 0;
        return <rect key={name} x={start} width={(ends[index] ?? WIDTH) - start} height={1} fill={color} />;
      })}
    </svg>
  );
}
