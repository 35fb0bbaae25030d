/** Copies text to the clipboard. Works on plain HTTP too, where browsers have no `navigator.clipboard`. */
export async function copyText(text: string): Promise<void> {
  if (isSecureContext) return await navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  const before = document.activeElement;
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!isCopied) throw new Error('the browser blocks clipboard access for this page');
}
