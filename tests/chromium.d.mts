export const chromiumSwitches: string[];
export function installedChromium(): string | undefined;
