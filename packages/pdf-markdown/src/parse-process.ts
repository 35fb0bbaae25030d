// The program of the process that parse-in-process.ts starts: one request, one reply.
import { readFile } from 'node:fs/promises';
import { PdfError } from './errors.ts';
import type { Reply, Request } from './parse-in-process.ts';

// Left alone when the caller dies.
process.on('disconnect', () => process.exit(1));
process.once('message', (request) => {
  void fulfil(request as Request)
    .catch(toReply)
    .then((reply) => process.send?.(reply));
});

async function fulfil(request: Request): Promise<Reply> {
  const bytes = await readFile(request.path);
  if (request.task === 'parse') {
    const { parsePdf } = await import('./parse-pdf.ts');
    const start = performance.now();
    const cpuStart = process.cpuUsage();
    const parsed = await parsePdf(bytes, request.limits);
    const seconds = (performance.now() - start) / 1000;
    const cpu = process.cpuUsage(cpuStart);
    return {
      outcome: 'parsed',
      parsed,
      seconds,
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    };
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
