import http, { type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { ContainerState } from './decide.ts';

/** What happened to a container of the project. */
export interface ContainerEvent {
  readonly id: string;
  readonly name: string;
  readonly action: string;
  /** Of a `kill`: the number of the signal. */
  readonly signal: number | undefined;
  readonly timeNano: number;
}

interface EventLine {
  readonly Action: string;
  readonly Actor: { readonly ID: string; readonly Attributes: Readonly<Record<string, string | undefined>> };
  readonly timeNano: number;
}

interface InspectAnswer {
  readonly State: { readonly Running: boolean; readonly Restarting: boolean; readonly Paused: boolean };
  readonly HostConfig: { readonly RestartPolicy: { readonly Name: string } };
}

const ACTIONS = ['kill', 'die', 'stop', 'start', 'destroy'];
const ANSWER_WITHIN_MS = 30_000;

/**
 * The engine by its socket, and no more of it than three requests: listen, inspect, start.
 *
 * Source of the requests: Docker Engine API, `GET /events`, `GET /containers/{id}/json`, `POST /containers/{id}/start`.
 */
export class Engine {
  readonly #socketPath: string;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  /** Everything that happens to the project's containers from `sinceNano` on, until the connection ends. */
  async *events(project: string, sinceNano: number): AsyncGenerator<ContainerEvent> {
    const filters = { type: ['container'], event: ACTIONS, label: [`com.docker.compose.project=${project}`] };
    const since = `${Math.floor(sinceNano / 1e9)}.${String(sinceNano % 1e9).padStart(9, '0')}`;
    const answer = await this.#ask(
      'GET',
      `/events?since=${since}&filters=${encodeURIComponent(JSON.stringify(filters))}`,
    );
    if (answer.statusCode !== 200) throw new Error(`the engine answers ${answer.statusCode} to /events`);
    for await (const line of createInterface({ input: answer })) if (line !== '') yield readEvent(line);
  }

  /** Undefined when there is no such container any more. */
  async inspect(id: string): Promise<ContainerState | undefined> {
    const answer = await this.#ask('GET', `/containers/${id}/json`, ANSWER_WITHIN_MS);
    const text = (await answer.setEncoding('utf8').toArray()).join('');
    if (answer.statusCode === 404) return undefined;
    if (answer.statusCode !== 200) throw new Error(`the engine answers ${answer.statusCode} to inspect: ${text}`);
    const { State, HostConfig } = JSON.parse(text) as InspectAnswer;
    return { isUp: State.Running || State.Restarting || State.Paused, restartPolicy: HostConfig.RestartPolicy.Name };
  }

  /** No fault when it runs already: another keeper was faster. */
  async start(id: string): Promise<void> {
    const answer = await this.#ask('POST', `/containers/${id}/start`, ANSWER_WITHIN_MS);
    const text = (await answer.setEncoding('utf8').toArray()).join('');
    if (answer.statusCode !== 204 && answer.statusCode !== 304)
      throw new Error(`the engine answers ${answer.statusCode} to start: ${text}`);
  }

  async #ask(method: string, path: string, withinMs?: number): Promise<IncomingMessage> {
    return await new Promise((resolve, reject) => {
      const request = http.request({
        socketPath: this.#socketPath,
        method,
        path,
        agent: false,
        ...(withinMs === undefined ? {} : { signal: AbortSignal.timeout(withinMs) }),
      });
      request.once('response', resolve);
      request.on('error', reject);
      request.end();
    });
  }
}

function readEvent(line: string): ContainerEvent {
  const { Action, Actor, timeNano } = JSON.parse(line) as EventLine;
  const signal = Actor.Attributes['signal'];
  return {
    id: Actor.ID,
    name: Actor.Attributes['name'] ?? Actor.ID,
    action: Action,
    signal: signal === undefined ? undefined : Number(signal),
    timeNano,
  };
}
