import { ModelSummary } from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';

const isSummary = compile(ModelSummary);

export type SummaryCheck =
  | { readonly ok: true; readonly name: string; readonly converged: boolean }
  | { readonly ok: false; readonly reason: string };

/**
 * Finds the faults that would make the coordinator reject a result, before tens of thousands of uploads fail one by
 * one.
 */
export function checkSummary(text: string): SummaryCheck {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: explainSyntax(text) };
  }
  const summary = isSummary(value);
  if (!summary.ok) return { ok: false, reason: `the summary is invalid: ${summary.fault}` };
  const { name, converged } = summary.value;
  return { ok: true, name, converged };
}

/**
 * Explains a JSON syntax error. In old results, the usual cause is Python, which writes NaN and Infinity into JSON
 * files.
 */
function explainSyntax(text: string): string {
  if (text.trim() === '') return 'the summary is empty';
  const token = /[[:,]\s*(-?(?:NaN|Infinity|Inf))\b/.exec(text)?.[1];
  return token === undefined
    ? 'the summary is not JSON'
    : `the summary is not JSON: it contains ${token}. Write null or a number in its place`;
}
