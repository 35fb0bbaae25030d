import { httpFailure, isTransientStatus, retryAfterMs, type HttpFault, type HttpTimeouts } from '@almagest/http-client';
import { APIConnectionError, APIError } from 'openai';
import { excerptOf } from '../rate-limit/excerpt.ts';
import { ModelError, type ModelFault } from './model-error.ts';

export interface ProviderIdentity {
  readonly host: string;
  readonly apiKey: string | undefined;
  readonly timeouts: HttpTimeouts;
}

/** Converts an error of the OpenAI client to a `ModelError`. Returns other errors unchanged. */
export function explainFailure(error: unknown, provider: ProviderIdentity): unknown {
  if (error instanceof APIConnectionError) return ofConnection(error, provider);
  if (error instanceof APIError) return ofRefusal(error, provider);
  if (error instanceof SyntaxError)
    return new ModelError('malformed_answer', `${nameOf(provider)} returned invalid JSON`);
  // If a connection breaks during a body, `fetch` throws a TypeError with the reason as its cause.
  if (error instanceof TypeError && error.cause !== undefined) return ofConnection(error, provider, true);
  return error;
}

export function nameOf({ host }: ProviderIdentity): string {
  return `the language model at ${host}`;
}

const FAULTS: Readonly<Partial<Record<HttpFault, ModelFault>>> = {
  timeout: 'timeout',
  cut_off: 'cut_off',
  too_large: 'refused',
};

function ofConnection(error: unknown, provider: ProviderIdentity, begun = false): ModelError {
  const { fault, message } = httpFailure(error, provider.host, provider.timeouts, begun);
  return new ModelError(FAULTS[fault] ?? 'network', `${nameOf(provider)}: ${message}`);
}

/**
 * Maps error codes to faults. Some providers use names and others use numbers. Codes may also come in a stream that
 * began successfully.
 */
const FAULT_OF_CODE: Readonly<Record<string, ModelFault>> = {
  insufficient_quota: 'quota_spent',
  billing_hard_limit_reached: 'quota_spent',
  rate_limit_exceeded: 'rate_limited',
  invalid_api_key: 'refused_key',
  content_filter: 'content_filter',
  content_policy_violation: 'content_filter',
  context_length_exceeded: 'too_long',
};

const FAULT_OF_STATUS: Readonly<Record<number, ModelFault>> = {
  401: 'refused_key',
  402: 'quota_spent',
  403: 'refused_key',
  408: 'unavailable',
  429: 'rate_limited',
};

function ofRefusal(error: APIError, provider: ProviderIdentity): ModelError {
  const given: unknown = error.code;
  const code = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  const status = error.status ?? (Number(code) || 500);
  const fault =
    FAULT_OF_CODE[code] ?? FAULT_OF_STATUS[status] ?? (isTransientStatus(status) ? 'unavailable' : 'refused');
  const theirs = wordsOf(error, provider);
  const about = error.status === undefined ? 'during the answer' : `HTTP ${status}`;
  const message = `${nameOf(provider)} ${WORDS[fault] ?? 'refuses the request'} (${about})${theirs}${hint(fault, provider)}`;
  return new ModelError(fault, message, retryAfterMs(error.headers?.get('retry-after'), Date.now()));
}

const WORDS: Readonly<Partial<Record<ModelFault, string>>> = {
  rate_limited: 'is rate limiting requests',
  quota_spent: 'reports that the account has no credit left',
  refused_key: 'does not accept the key',
  content_filter: 'blocked this text with its content filter',
  too_long: 'cannot read a text of this length',
  unavailable: 'is not available',
};

function hint(fault: ModelFault, { apiKey }: ProviderIdentity): string {
  if (fault !== 'refused_key') return '';
  return apiKey === undefined ? '. OPENAI_API_KEY is not set' : '. Check OPENAI_API_KEY';
}

/** Returns the provider's own message. Removes the key, which the message may contain. */
function wordsOf(error: APIError, { apiKey }: ProviderIdentity): string {
  const body: { message?: unknown } | undefined = error.error;
  const text = typeof body?.message === 'string' ? body.message : error.message;
  const words = excerptOf(apiKey === undefined ? text : text.replaceAll(apiKey, '***'));
  return words === '' ? '' : `: ${words}`;
}
