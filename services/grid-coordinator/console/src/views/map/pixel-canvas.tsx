import { useEffect, useRef, type CSSProperties } from 'react';
import type { Pixels } from './paint.ts';

export interface PixelCanvasProps {
  /** Fills the pixels, which are transparent at first. */
  readonly paint: (pixels: Pixels) => void;
  /** Draws lines above the pixels, in units of the canvas. */
  readonly draw?: ((context: CanvasRenderingContext2D, width: number, height: number) => void) | undefined;
  readonly className: string;
  readonly style?: CSSProperties;
}

/** Shows a canvas with one pixel for each screen pixel, painted pixel by pixel. */
export function PixelCanvas({ paint, draw, className, style }: PixelCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    if (canvas === null) return undefined;
    const repaint = () => {
      const { width, height } = sizeOf(canvas);
      if (width === 0 || height === 0) return;
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      const context = canvas.getContext('2d');
      if (context === null) return;
      const image = context.createImageData(width, height);
      paint({ data: new Uint32Array(image.data.buffer), width, height });
      context.putImageData(image, 0, 0);
      draw?.(context, width, height);
    };
    repaint();
    const observer = new ResizeObserver(() => {
      const { width, height } = sizeOf(canvas);
      if (canvas.width !== width || canvas.height !== height) repaint();
    });
    observer.observe(canvas);
    return () => observer.disconnect();
  }, [paint, draw]);
  return <canvas ref={ref} className={className} style={style} aria-hidden="true" />;
}

function sizeOf(canvas: HTMLCanvasElement): { width: number; height: number } {
  const scale = window.devicePixelRatio;
  return { width: Math.round(canvas.clientWidth * scale), height: Math.round(canvas.clientHeight * scale) };
}
