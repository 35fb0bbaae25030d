import { createHash } from 'node:crypto';
import { json, type Reply } from '../server/exchange.ts';
import { contentWords } from './content-words.ts';
import { ChatRefusedError } from './chat-request.ts';

const DIMENSIONS = 256;
const MODEL = 'lab-embedding';
/** The maximum number of texts in one request. */
const MAX_INPUTS = 2048;

/**
 * Answers `POST /v1/embeddings` with vectors of word counts, so that texts with the same words are close to each other.
 */
export function answerEmbeddings(body: string): Reply {
  const { model, input, encoding_format: format, dimensions } = parsed(body);
  if (model !== MODEL)
    throw new ChatRefusedError(`The model \`${String(model)}\` does not exist or you do not have access to it.`, {
      status: 404,
      code: 'model_not_found',
    });
  const inputs = Array.isArray(input) ? input.map(String) : typeof input === 'string' ? [input] : [];
  if (inputs.length === 0 || inputs.includes(''))
    throw new ChatRefusedError("'$.input' is invalid. Please check the API reference.");
  if (inputs.length > MAX_INPUTS)
    throw new ChatRefusedError(`Invalid 'input': array too long. Expected an array with maximum length ${MAX_INPUTS}.`);
  const size = typeof dimensions === 'number' ? dimensions : DIMENSIONS;
  const data = inputs.map((text, index) => {
    const vector = embedding(text, size);
    return {
      object: 'embedding',
      index,
      embedding: format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector,
    };
  });
  const tokens = Math.ceil(inputs.reduce((sum, text) => sum + text.length, 0) / 4);
  return json({ object: 'list', data, model: MODEL, usage: { prompt_tokens: tokens, total_tokens: tokens } });
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    throw new ChatRefusedError('We could not parse the JSON body of your request.');
  }
}

/**
 * Computes a vector of length 1. Each word changes one component, and the word's hash gives the component and the sign.
 */
function embedding(text: string, size: number): number[] {
  const vector = Array<number>(size).fill(0);
  for (const word of contentWords(text)) {
    // Endings are removed, so that plurals match their singulars.
    const hash = createHash('md5')
      .update(word.replace(/(?:ing|ed|es|e|s)$/, ''))
      .digest();
    const place = hash.readUInt32BE(0) % size;
    vector[place] = (vector[place] ?? 0) + ((hash[4] ?? 0) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => Math.round((value / length) * 1e6) / 1e6);
}
