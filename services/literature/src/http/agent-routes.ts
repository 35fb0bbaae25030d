import type { agentOperations, agentStepOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import {
  allowForSession,
  answerQuestion,
  forbidForSession,
  readQuestions,
} from '../application/agent/answer-question.ts';
import { deleteSession, stopSession } from '../application/agent/end-session.ts';
import {
  listSessions,
  readAgentMetrics,
  readAudit,
  readSession,
  resumeStream,
} from '../application/agent/read-session.ts';
import { readSteps } from '../application/agent/read-steps.ts';
import { startRun, type AgentDeps } from '../application/agent/start-run.ts';
import type { AgentStreams } from './agent-stream.ts';

export interface AgentRoutesDeps extends AgentDeps {
  readonly agentStreams: AgentStreams;
}

export function agentRoutes(
  deps: AgentRoutesDeps,
): Handlers<typeof agentOperations & typeof agentStepOperations, undefined> {
  return {
    chatWithAgent: async ({ body, req, res }) => {
      const lastEventId = req.get('Last-Event-ID');
      const place =
        lastEventId === undefined ? await startRun(deps, body) : await resumeStream(deps, body.session_id, lastEventId);
      deps.agentStreams.open(res, place);
    },
    listSessions: ({ query }) => listSessions(deps, query),
    readSession: ({ params }) => readSession(deps, params.id),
    deleteSession: ({ params }) => deleteSession(deps, params.id),
    stopSession: ({ params }) => stopSession(deps, params.id),
    readAudit: ({ params }) => readAudit(deps, params.id),
    readAgentMetrics: () => readAgentMetrics(deps),
    listQuestions: () => readQuestions(deps),
    answerQuestion: ({ body }) => answerQuestion(deps, body),
    readSteps: ({ params }) => readSteps(deps, params.id),
    allowForSession: ({ params, body }) => allowForSession(deps, params.id, body),
    forbidForSession: ({ params }) => forbidForSession(deps, params.id, params.tool),
  };
}
