// The program of the processes in processes/reader-process.ts: a reply for each request, one at a time.
import { readFile } from 'node:fs/promises';
import { PdfError } from './errors.ts';
import type { Reply, Request } from './processes/messages.ts';

// Left alone when the caller dies.
process.on('disconnect', () => process.exit(1));
process.on('message', (request) => {
  void fulfil(request as Request)
    .catch(toReply)
    .then((reply) => process.send?.(reply));
});

let counted = 0;

async function fulfil(request: Request): Promise<Reply> {
  const bytes = await readFile(request.path);
  if (request.task === 'parse') {
    const { parsePdf } = await import('./parse-pdf.ts');
    const parsed = await parsePdf(bytes, request.limits);
    const { user, system } = process.cpuUsage();
    const cpuSeconds = (user + system) / 1e6;
    const since = cpuSeconds - counted;
    counted = cpuSeconds;
    return { outcome: 'parsed', parsed, cpuSeconds: since, peakMemoryBytes: process.resourceUsage().maxRSS * 1024 };
  }
  const { renderRegions } = await import('./render-regions.ts');
  return {
    outcome: 'rendered',
    images: await renderRegions(bytes, request.regions, { ...request.limits, dpi: request.dpi }),
  };
}

function toReply(error: unknown): Reply {
  if (error instanceof PdfError) return { outcome: 'refused', code: error.code, message: error.message };
  return { outcome: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
