// The entry point of the process that rendered-papers.ts starts. The process renders blocks and replies with a
// `RenderedText` as JSON.
import type { PageBlock } from '@almagest/contracts/literature';
import { answerRequests } from '@almagest/bounded-process';
import { renderBlock, type RenderedBlock } from '@almagest/paper-html';
import { splitLike } from '../../domain/reading/side-by-side.ts';
import type { RenderedText, TextSource } from './rendered-papers.ts';

const FIGURES = '/api/paper/figures/';

answerRequests((source: TextSource, tell): string => JSON.stringify(renderText(source, tell)));

function renderText(
  { first = 0, blocks: source, translation }: TextSource,
  tell: (progress: string) => void,
): RenderedText {
  const texts = source.map(({ markdown }) => markdown);
  const beside = translation === undefined ? undefined : splitLike(texts, translation);
  const blocks: PageBlock[] = [];
  const all: RenderedBlock[] = [];
  for (const [at, { kind, markdown }] of source.entries()) {
    const index = first + at;
    tell(`paragraph ${index} (${kind}, ${markdown.length} characters) of ${first + source.length}`);
    const original = renderBlock({ kind, markdown }, { figures: FIGURES, anchors: true });
    const translated = beside?.[at];
    all.push(original);
    blocks.push({
      index,
      kind,
      html: original.html,
      translation_html: translated === undefined ? null : renderBeside(kind, translated),
    });
  }
  const isLoose = translation !== undefined && beside === undefined;
  if (isLoose) tell(`a translation of ${translation.length} characters without a paragraph`);
  return {
    blocks,
    loose_translation_html: isLoose
      ? translation
          .split('\n\n')
          .map((piece) => renderBeside('paragraph', piece))
          .join('')
      : null,
    formulas: all.reduce((sum, { formulas }) => sum + formulas, 0),
    untypeset: all.reduce((sum, { untypeset }) => sum + untypeset, 0),
  };
}

function renderBeside(kind: string, markdown: string): string {
  return renderBlock({ kind, markdown }, { figures: FIGURES, anchors: false }).html;
}
