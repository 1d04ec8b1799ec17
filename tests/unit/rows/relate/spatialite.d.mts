export function ensureSpatialite(): Promise<boolean>;
export function hasSpatialite(): boolean;
export function askSpatialite(statements: string): string[][];
