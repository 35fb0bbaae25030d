/** The parts of the extension API that Chromium and Firefox share and this extension uses. */
interface BrowserApi {
  readonly runtime: {
    readonly onMessage: {
      addListener(listener: (message: unknown, sender: unknown, answer: (value?: unknown) => void) => boolean): void;
    };
    readonly onStartup: { addListener(listener: () => void): void };
    sendMessage(message: unknown): Promise<unknown>;
  };
  readonly storage: {
    readonly local: {
      get(key: string): Promise<Record<string, unknown>>;
      set(values: Record<string, unknown>): Promise<void>;
      remove(key: string): Promise<void>;
    };
  };
  readonly tabs: {
    query(query: { active: boolean; currentWindow: boolean }): Promise<{ id?: number; url?: string }[]>;
  };
  readonly scripting: {
    executeScript(script: {
      target: { tabId: number };
      files?: readonly string[];
      func?: (...given: never[]) => unknown;
      args?: readonly unknown[];
    }): Promise<{ result?: unknown }[]>;
  };
  readonly permissions: {
    request(wanted: { origins: readonly string[] }): Promise<boolean>;
  };
  readonly alarms: {
    create(name: string, when: { periodInMinutes: number }): Promise<void>;
    clear(name: string): Promise<boolean>;
    readonly onAlarm: { addListener(listener: () => void): void };
  };
  readonly action: {
    setBadgeText(badge: { text: string }): Promise<void>;
  };
}

export const browserApi = (globalThis as unknown as { readonly chrome: BrowserApi }).chrome;
