import { FigureQuestion } from '@almagest/contracts/literature';
import Type from 'typebox';
import { defineTool } from '../agent/tool.ts';
import { askFigure, type FigureQuestionDeps } from '../figures/ask-figure.ts';
import { described, PaperCode } from './arguments.ts';

export function askFigureTool(deps: FigureQuestionDeps) {
  const { figure, question } = FigureQuestion.properties;
  return defineTool({
    name: 'ask_figure',
    description:
      'Asks a vision model about a figure of a parsed paper. The model receives the image, the caption and the passages that mention the figure.',
    parameters: Type.Object({
      bibcode: PaperCode,
      figure: described(figure, 'The number of the figure, such as 3 or A1, or the name of its image in the Markdown.'),
      question: described(question, 'The question about the figure.'),
    }),
    access: 'costly',
    run: async ({ bibcode, figure, question }, { signal }) => {
      const { answer, figure: found } = await askFigure(deps, { bibcode, figure, question }, signal);
      return `${answer}\n\n(${found.name}: ${found.caption})`;
    },
  });
}
