/** Returns the message id of an event: the id of its row with a prefix. */
export function messageIdOf(eventId: string): string {
  return `evt_${eventId}`;
}
