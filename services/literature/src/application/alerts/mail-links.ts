export type MailAction = 'confirm' | 'unsubscribe';

/** Length of the random keys in links. */
export const KEY_BYTES = 32;

export function mailLink(publicUrl: string, action: MailAction, key: string): string {
  return `${publicUrl}/mail?action=${action}&key=${key}`;
}
