export function ensureReaders(): Promise<string[]>;
export function isInstalled(name: string): boolean;
export function drawnBy(program: string, base64: string, name: string): Promise<string>;
export function printedBy(program: string, base64: string, name: string): Promise<string>;
