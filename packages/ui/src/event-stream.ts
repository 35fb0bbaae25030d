/** A Server-Sent Event. */
export interface StreamEvent {
  readonly kind: string;
  /** Empty if the event has no id. */
  readonly id: string;
  readonly data: string;
}

const END_OF_EVENT = /\r?\n\r?\n/;
const LINE = /\r?\n/;

/**
 * Yields the events of a response as they arrive. For streams that need a header or body, which EventSource cannot
 * send.
 */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const pieces = `${text}${value}`.split(END_OF_EVENT);
      text = pieces.pop() ?? '';
      for (const piece of pieces) {
        const event = parseEvent(piece);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    // An aborted stream has already ended.
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns undefined for comments, which only keep the connection open. */
export function parseEvent(piece: string): StreamEvent | undefined {
  const fields = new Map<string, string[]>();
  for (const line of piece.split(LINE)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon);
    fields.set(name, [...(fields.get(name) ?? []), line.slice(colon + 1).replace(/^ /, '')]);
  }
  const data = fields.get('data');
  if (data === undefined) return undefined;
  return { kind: fields.get('event')?.at(-1) ?? 'message', id: fields.get('id')?.at(-1) ?? '', data: data.join('\n') };
}
