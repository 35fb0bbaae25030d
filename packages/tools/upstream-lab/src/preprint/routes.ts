import type { Route } from '../server/exchange.ts';
import type { LabWorld } from '../world.ts';
import { answerQuery } from './api.ts';

export function preprintApiRoutes(world: LabWorld): Route[] {
  return [
    {
      name: 'preprintApi.query',
      host: 'preprintApi',
      methods: ['GET', 'POST'],
      path: /^\/api\/query$/,
      contentFaults: ['empty_page', 'repeated_entry'],
      answer: (exchange) => answerQuery(exchange, world),
    },
  ];
}
