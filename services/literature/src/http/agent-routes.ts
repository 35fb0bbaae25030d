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
  maySeeSession,
  readAgentMetrics,
  readAudit,
  readSession,
  resumeStream,
} from '../application/agent/read-session.ts';
import { readSteps } from '../application/agent/read-steps.ts';
import { startRun, type AgentDeps } from '../application/agent/start-run.ts';
import type { Caller } from './caller.ts';
import type { Viewer } from '../domain/people/access.ts';
import { accessOf } from './stream-access.ts';
import type { AgentStreams } from './agent-stream.ts';

export interface AgentRoutesDeps extends AgentDeps {
  readonly agentStreams: AgentStreams;
}

export function agentRoutes(
  deps: AgentRoutesDeps,
): Handlers<typeof agentOperations & typeof agentStepOperations, Caller> {
  return {
    chatWithAgent: async ({ caller, body, req, res }) => {
      const { viewer } = caller;
      const lastEventId = req.get('Last-Event-ID');
      const place =
        lastEventId === undefined
          ? await startRun(deps, viewer, body)
          : await resumeStream(deps, viewer, body.session_id, lastEventId);
      const mayRead = (now: Viewer) => maySeeSession(deps, now, place.sessionId);
      deps.agentStreams.open(res, place, accessOf(deps, caller, mayRead));
    },
    listSessions: ({ caller: { viewer }, query }) => listSessions(deps, viewer, query),
    readSession: ({ caller: { viewer }, params }) => readSession(deps, viewer, params.id),
    deleteSession: ({ caller: { viewer }, params }) => deleteSession(deps, viewer, params.id),
    stopSession: ({ caller: { viewer }, params }) => stopSession(deps, viewer, params.id),
    readAudit: ({ caller: { viewer }, params }) => readAudit(deps, viewer, params.id),
    readAgentMetrics: ({ caller: { viewer } }) => readAgentMetrics(deps, viewer),
    listQuestions: ({ caller: { viewer } }) => readQuestions(deps, viewer),
    answerQuestion: ({ caller: { viewer }, body }) => answerQuestion(deps, viewer, body),
    readSteps: ({ caller: { viewer }, params }) => readSteps(deps, viewer, params.id),
    allowForSession: ({ caller: { viewer }, params, body }) => allowForSession(deps, viewer, params.id, body),
    forbidForSession: ({ caller: { viewer }, params }) => forbidForSession(deps, viewer, params.id, params.tool),
  };
}
