// The program started by processes/reader-pool.ts.
import { readFileSync } from 'node:fs';
import { answerRequests } from '@almagest/bounded-process';
import { PdfError } from './errors.ts';
import { OWN_STATUS, type Reply, type Request } from './processes/messages.ts';

answerRequests((request: Request, _report, [bytes]) => fulfil(request, bytes).catch(refuse));

let counted = 0;

async function fulfil(request: Request, bytes: Buffer = Buffer.alloc(0)): Promise<Reply> {
  if (request.task === 'arrange') {
    const { arrangeRecognised } = await import('./recognition/arrange-recognised.ts');
    return { outcome: 'arranged', blocks: arrangeRecognised(request.pages) };
  }
  if (request.task === 'parse') {
    const { parsePdf } = await import('./parse-pdf.ts');
    const parsed = await parsePdf(bytes, request.limits);
    const { user, system } = process.cpuUsage();
    const cpuSeconds = (user + system) / 1e6;
    const since = cpuSeconds - counted;
    counted = cpuSeconds;
    return { outcome: 'parsed', parsed, cpuSeconds: since, peakMemoryBytes: peakMemory() };
  }
  if (request.task === 'head') {
    const { readHead } = await import('./read-head.ts');
    return { outcome: 'head', head: await readHead(bytes, request.limits) };
  }
  const { renderPages, renderRegions } = await import('./render-regions.ts');
  if (request.task === 'draw') return { outcome: 'drawn', pages: await renderPages(bytes, request.pages, request) };
  return {
    outcome: 'rendered',
    images: await renderRegions(bytes, request.regions, { ...request.limits, dpi: request.dpi }),
  };
}

/**
 * Returns the peak resident memory in bytes.
 *
 * On Linux, a program inherits its caller's peak, so the maximum resident set size of getrusage(2) may be the caller's.
 * VmHWM of proc_pid_status(5) starts again with each program.
 */
function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(OWN_STATUS, 'latin1')) ?? [];
  return Number(kibibytes) * 1024;
}

function refuse(error: unknown): Reply {
  // A file with endless nesting or counts causes a stack overflow or an invalid array length.
  if (error instanceof RangeError)
    return { outcome: 'refused', code: 'damaged', message: 'the PDF is nested too deeply to be read' };
  // The message channel would lose the class of the error.
  if (error instanceof PdfError) return { outcome: 'refused', code: error.code, message: error.message };
  throw error;
}
