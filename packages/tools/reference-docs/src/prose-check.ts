// Fails on constructions that the writing rules in CONTRIBUTING.md exclude, in comments, messages, test titles and documents.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
}

export const RULES: readonly Rule[] = [
  {
    name: 'begin with the subject',
    pattern: /^(?:Of|What|Those|That of|So many|So much|Whoever|None|Nobody|Such|Undefined for|Has|Into)\s/,
  },
  { name: 'name the thing', pattern: /\b(?:the same of|those of|that of)\b/i },
  {
    name: 'use "is not" or "has no"',
    pattern: /(?<!\bthere )\b(?:is|are|was|were) (?:none\b|no (?!longer|more than|less than|op\b)\w)/i,
  },
  {
    name: 'name the subject',
    pattern: /\b(?:(?:nobody|no one) (?:has|is|else|can|may|could)|nothing (?:has|else))\b/i,
  },
  { name: 'use "says", "shows" or "returns"', pattern: /\b(?:tells?|told)\b/i },
  {
    name: 'use "next to", "further" or "again"',
    pattern: /\b(?:beside|farther|anew)\b/i,
  },
  { name: 'use "except"', pattern: /\bbut for\b/i },
  { name: 'use "is in" or "is at"', pattern: /\b(?:stands?|stood|lies) (?:in|at|on|there|between|here)\b/i },
  { name: 'use "continues"', pattern: /\b(?:go|goes|went) on\b/i },
  {
    name: 'use "automatically", "separate" or "own"',
    pattern: /\b(?:by itself|by themselves|of (?:its|their|one's) own)\b/i,
  },
  { name: 'use a possessive before the noun', pattern: /\bof (?:yours|theirs|ours|the \w+'s(?=[.,;:]|$))/i },
  { name: 'use the active voice', pattern: /\b(?:is|are) (?:let|had|said so|told so)\b/i },
  { name: 'use "whose" or two sentences', pattern: /\bof which\b/i },
];

/** A piece of prose and the line where it begins, from 1. */
export interface Passage {
  readonly line: number;
  readonly text: string;
}

const STRING = String.raw`'((?:[^'\\\n]|\\.)*)'|\x60((?:[^\x60\\]|\\.)*)\x60|"((?:[^"\\\n]|\\.)*)"`;

/** Matches the prose of TypeScript and JavaScript. The first defined capture group is the prose. */
const IN_CODE: readonly RegExp[] = [
  /\/\*\*?([^]*?)\*\//g,
  /(?:^|\s)\/\/ (.+)$/gm,
  new RegExp(String.raw`\ben: (?:\([^()\n]*\)[^=\n]*=>\s*)?(?:${STRING})`, 'g'),
  new RegExp(String.raw`(?:Refusal|Error)\(\s*(?:'[a-z_]+',\s*)?(?:${STRING})`, 'g'),
  new RegExp(String.raw`\b(?:description|title|summary): (?:${STRING})`, 'g'),
  new RegExp(String.raw`\b(?:test|describe|it)\(\s*(?:${STRING})`, 'g'),
];

/** Returns the prose of a file: comments, messages and titles of code, or the text of a document outside of code. */
export function passagesOf(file: string, text: string): Passage[] {
  if (file.endsWith('.md')) return linesOf(text);
  if (file.endsWith('.sh'))
    return text
      .split('\n')
      .flatMap((line, at) => (/^\s*# /.test(line) ? [{ line: at + 1, text: line.trim().slice(2) }] : []));
  const lineAt = lineCounter(text);
  return IN_CODE.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      line: lineAt(match.index),
      text: (match.slice(1).find((group) => group !== undefined) ?? '')
        .replaceAll(/\n[^\S\n]*\* ?/g, ' ')
        .replaceAll(/@\w+ /g, '')
        .trim(),
    })),
  );
}

function linesOf(text: string): Passage[] {
  let isCode = false;
  return text.split('\n').flatMap((line, at) => {
    if (line.trimStart().startsWith('```')) isCode = !isCode;
    if (isCode || /^\s*(?:```|\|\s*:?--)/.test(line)) return [];
    return [{ line: at + 1, text: line.replaceAll(/`[^`]*`/g, 'x').replace(/^[#>*\-\s\d.|]+/, '') }];
  });
}

function lineCounter(text: string): (index: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (index) => {
    const after = starts.findIndex((start) => start > index);
    return after < 0 ? starts.length : after;
  };
}

export interface Finding extends Passage {
  readonly rule: string;
}

/** Returns the sentences of `passages` that break a rule and are not in `exceptions`. */
export function findingsIn(passages: readonly Passage[], exceptions: ReadonlySet<string>): Finding[] {
  return passages.flatMap(({ line, text }) =>
    text
      .split(/(?<=[.!?:;])\s+(?=[A-Z`'"(])/)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence.split(/\s+/).length > 2 && !exceptions.has(sentence))
      .flatMap((sentence) => {
        const rule = RULES.find(({ pattern }) => pattern.test(sentence));
        return rule === undefined ? [] : [{ line, text: sentence, rule: rule.name }];
      }),
  );
}

function main(): void {
  const exceptionsFile = join(import.meta.dirname, '..', 'prose-exceptions.txt');
  const lines = readFileSync(exceptionsFile, 'utf8').split('\n');
  const exceptions = new Set(lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#')));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter(
      (file) =>
        /\.(?:tsx?|mjs|sh|md)$/.test(file) && !/\.d\.ts$|^docs\/openapi\/|prose-check/.test(file) && existsSync(file),
    );
  const findings = files.flatMap((file) =>
    findingsIn(passagesOf(file, readFileSync(file, 'utf8')), exceptions).map((finding) => ({ file, ...finding })),
  );
  for (const { file, line, rule, text } of findings) console.log(`${file}:${line}: ${rule}: ${text.slice(0, 160)}`);
  if (findings.length === 0) return;
  console.log(
    `${findings.length} sentences to rewrite. Exceptions belong in packages/tools/reference-docs/prose-exceptions.txt.`,
  );
  process.exitCode = 1;
}

if (import.meta.main) main();
