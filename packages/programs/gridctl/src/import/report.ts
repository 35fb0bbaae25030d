import { count, plural } from '../output/wording.ts';

interface ReportItem {
  /** The path of the summary relative to the imported folder. */
  readonly file: string;
  /** Null if the summary does not contain the name of its point. */
  readonly point: string | null;
  readonly reason: string;
}

/** The outcome of every result. `refused` results must be corrected, and `failed` results only need another run. */
export interface ImportReport {
  readonly directory: string;
  readonly workflow: string;
  readonly dry_run: boolean;
  found: number;
  imported: number;
  skipped: number;
  readonly refused: ReportItem[];
  readonly failed: ReportItem[];
  readonly warnings: ReportItem[];
}

/** Longer lists would scroll the counts off the screen. The full list goes into --report. */
const MOST_SHOWN = 20;

export function reportInWords(report: ImportReport): string[] {
  const { refused, failed, warnings, found, imported, skipped, dry_run } = report;
  const open = found - imported - skipped - refused.length - failed.length;
  return [
    ...section('warning', warnings),
    ...section('refused', refused),
    ...section('failed', failed),
    [
      `${plural(found, 'result')}: ${count(imported)} ${dry_run ? 'would be imported' : 'imported'}`,
      `${count(skipped)} skipped (already imported)`,
      `${count(refused.length)} refused`,
      `${count(failed.length)} failed`,
      ...(open > 0 ? [`${count(open)} not tried`] : []),
    ].join(', '),
  ];
}

function section(word: string, items: readonly ReportItem[]): string[] {
  const shown = items.slice(0, MOST_SHOWN).map(({ file, reason }) => `${word}: ${file}: ${reason}`);
  const more = items.length - shown.length;
  return more > 0 ? [...shown, `${word}: … and ${count(more)} more; --report FILE lists all`] : shown;
}
