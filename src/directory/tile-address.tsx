import { call } from '../connection/call.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { useRead } from '../parts/use-read.ts';
import { directoryText as t } from './text/directory-text.ts';

export function TileAddress({ service, mapName: MapName }: { service: string; mapName: string }) {
  const { value: address } = useRead(`${service} ${MapName}`, async (signal) => {
    const { Result: isCached } = await call('HasSingleFusedMapCache', service, { MapName }, { signal });
    if (!isCached) return undefined;
    return (await call('GetVirtualCacheDirectory', service, { MapName, LayerID: -1 }, { signal })).Result;
  });
  return address ? <CopyField name={t.tiles} value={address} /> : null;
}
