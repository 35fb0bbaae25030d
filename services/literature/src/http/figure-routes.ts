import type { figureOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import { askFigure, type FigureQuestionDeps } from '../application/figures/ask-figure.ts';
import { callerSignal } from './caller-signal.ts';

export function figureRoutes(deps: FigureQuestionDeps): Handlers<typeof figureOperations, undefined> {
  return { askFigure: ({ body, res }) => askFigure(deps, body, callerSignal(res)) };
}
