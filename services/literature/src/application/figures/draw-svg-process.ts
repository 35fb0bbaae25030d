// The entry point of the process that draw-svg.ts starts. The process renders one picture and sends one reply.
import { answerRequests } from '@almagest/bounded-process';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { DrawReply } from './draw-svg.ts';

/** The longest side, in pixels. Axis labels are legible at this size, and vision models do not use more pixels. */
const LONGEST_SIDE = 1_600;

answerRequests((svg: Uint8Array) =>
  draw(Buffer.from(svg)).catch((error: unknown): DrawReply => ({
    fault: error instanceof Error ? error.message : String(error),
  })),
);

async function draw(svg: Buffer): Promise<DrawReply> {
  const image = await loadImage(svg);
  const scale = LONGEST_SIDE / Math.max(image.width, image.height);
  if (!Number.isFinite(scale)) return { fault: 'it has no size' };
  const canvas = createCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  );
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { png: await canvas.encode('png') };
}
