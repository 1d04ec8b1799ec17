export function ensureEngines(): Promise<string[]>;
export function programsOf(name: 'firefox'): { readonly browser: string } | undefined;
export function programsOf(
  name: 'webkit',
): { readonly driver: string; readonly browser: string; readonly screen: string } | undefined;
