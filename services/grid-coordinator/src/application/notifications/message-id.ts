/** The id under which an event is sent: that of its row, with a prefix that says what it is. */
export function messageIdOf(eventId: string): string {
  return `evt_${eventId}`;
}
