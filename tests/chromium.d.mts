export const chromiumSwitches: string[];
export function installedChromium(): string | undefined;
export function headlessChromium(): string | undefined;
