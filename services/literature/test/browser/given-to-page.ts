/** Simulates dropping a file on the page or pasting a text. */
export const give = async (
  page: { evaluate(script: string): Promise<unknown> },
  kind: 'drop' | 'paste',
  content: string,
  name?: string,
) =>
  await page.evaluate(`{
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(${JSON.stringify(Buffer.from(content, 'latin1').toString('base64'))}), (one) => one.charCodeAt(0));
    if (${name !== undefined}) data.items.add(new File([bytes], ${JSON.stringify(name ?? '')}));
    else data.setData('text/plain', new TextDecoder().decode(bytes));
    const main = document.querySelector('main');
    const init = { bubbles: true, cancelable: true };
    if (${kind === 'paste'}) main.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
    else for (const kind of ['dragover', 'drop']) main.dispatchEvent(new DragEvent(kind, { ...init, dataTransfer: data }));
  }`);
